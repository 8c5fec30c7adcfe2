import { A2Error } from './errors.js';

/**
 * Where an outbox keeps what has not been sent. Any object with these four methods will do:
 *
 * - `add(queue, entry)` keeps the entry behind the queue's others and returns its number, which grows;
 * - `list(queue)` returns `[{ number, entry }]`, oldest first;
 * - `remove(queue, number)`;
 * - `queues()` returns the names of the queues that hold something.
 */
export class MemoryStorage {
  #last = 0;
  #queues = new Map();

  async add(queue, entry) {
    const number = ++this.#last;
    const entries = this.#queues.get(queue) ?? [];
    this.#queues.set(queue, [...entries, { number, entry: structuredClone(entry) }]);
    return number;
  }

  async list(queue) {
    return structuredClone(this.#queues.get(queue) ?? []);
  }

  async remove(queue, number) {
    const left = (this.#queues.get(queue) ?? []).filter((kept) => kept.number !== number);
    if (left.length > 0) {
      this.#queues.set(queue, left);
    } else {
      this.#queues.delete(queue);
    }
  }

  async queues() {
    return [...this.#queues.keys()];
  }
}

/** Keeps it in the browser, for all tabs of the origin, over reloads. */
export class IndexedDbStorage {
  #factory;
  #opening = null;

  constructor(factory) {
    this.#factory = factory;
  }

  async add(queue, entry) {
    return this.#run('readwrite', (store) => store.add({ queue, entry }));
  }

  async list(queue) {
    const rows = await this.#run('readonly', (store) => store.index('queue').getAll(queue));
    return rows.map(({ number, entry }) => ({ number, entry }));
  }

  async remove(queue, number) {
    await this.#run('readwrite', (store) => store.delete(number));
  }

  async queues() {
    const rows = await this.#run('readonly', (store) => store.getAll());
    return [...new Set(rows.map((row) => row.queue))];
  }

  /** Resolves when the transaction is done, not only the request: what it kept is then kept. */
  async #run(mode, action) {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction('entries', mode, { durability: 'strict' });
      const request = action(transaction.objectStore('entries'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(storageError(transaction.error));
    });
  }

  #open() {
    this.#opening ??= this.#openAnew().catch((error) => {
      this.#opening = null;
      throw storageError(error);
    });
    return this.#opening;
  }

  async #openAnew() {
    const request = this.#factory.open('a2-outbox', 1);
    return new Promise((resolve, reject) => {
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore('entries', { keyPath: 'number', autoIncrement: true });
        store.createIndex('queue', 'queue');
      };
      request.onsuccess = () => {
        const database = request.result;
        const forget = () => (this.#opening = null);
        database.onclose = forget;
        database.onversionchange = () => {
          forget();
          database.close();
        };
        resolve(database);
      };
      request.onerror = () => reject(request.error);
    });
  }
}

function storageError(cause) {
  return new A2Error({ code: 'STORAGE', detail: cause?.message ?? 'the browser keeps nothing', retryable: false, cause });
}
