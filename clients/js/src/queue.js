const MAX_CHARS = 4 * 1024 * 1024;

/** Items that wait for their one reader, with an end. It is bounded by whoever asks for room before putting. */
export class Queue {
  #limit;
  #items = [];
  #chars = 0;
  #end = null; // { error } once nothing more will come
  #wakeReader = () => {};
  #wakeWriter = () => {};

  constructor(limit) {
    this.#limit = limit;
  }

  get hasEnded() {
    return this.#end !== null;
  }

  get hasRoom() {
    return this.#items.length < this.#limit && this.#chars < MAX_CHARS;
  }

  /** How many items are left until the limit, at least one. */
  get room() {
    return Math.max(1, this.#limit - this.#items.length);
  }

  put(item) {
    this.#items.push(item);
    this.#chars += item.size ?? 0;
    this.#wakeReader();
  }

  /** The next item, or null at the end; throws what it ended with, once. */
  async take() {
    while (this.#items.length === 0) {
      if (this.#end !== null) {
        return this.#last();
      }
      await new Promise((resolve) => (this.#wakeReader = resolve));
    }
    const item = this.#items.shift();
    this.#chars -= item.size ?? 0;
    this.#wakeWriter();
    return item;
  }

  /** Resolves when half of the room is free, or at the end. */
  async halfEmpty() {
    const isFuller = () => this.#items.length > this.#limit / 2 || this.#chars > MAX_CHARS / 2;
    while (this.#end === null && isFuller()) {
      await new Promise((resolve) => (this.#wakeWriter = resolve));
    }
  }

  /** Nothing more comes after what is there. */
  end(error) {
    this.#end = { error };
    this.#wakeReader();
    this.#wakeWriter();
  }

  /** Forgets what nobody took. */
  drop() {
    this.#items = [];
    this.#chars = 0;
  }

  #last() {
    const { error } = this.#end;
    this.#end = { error: null };
    if (error !== null) {
      throw error;
    }
    return null;
  }
}
