import { Link } from './link.js';
import { beat, cursorAfter } from './messages.js';
import { union } from './wants.js';

const SILENCE_MS = 37_500;
const ANSWER_MS = 5_000;

/**
 * A link that the tabs of one origin share, since browsers allow about six connections: the tab that holds a lock reads
 * and tells the others. When it goes, the next takes the lock and goes on from where it stood itself; feeds sort out by
 * index what then comes twice or not at all. A tab that was frozen with the lock in its hands loses it.
 *
 * What they tell each other: `messages`, `status`, `want` (what a tab needs), `leader` (tell me again what you need), `ping`.
 */
export class SharedLink {
  #context;
  #env;
  #name;
  #channel;
  #cursor;
  #wants;
  #wantsOfOthers = new Map();
  #link = null;
  #letGo = () => {};
  #turn = null; // this tab's place in the queue for the lock
  #isStopped = false;
  #status = 'connecting';
  #heardAt;
  #timer;
  #me;

  constructor(context, cursor, wants) {
    this.#context = context;
    this.#env = context.env;
    this.#name = context.shareAs;
    this.#me = context.env.newId();
    this.#cursor = cursor;
    this.#wants = wants;
    this.#channel = this.#env.channel(this.#name);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#tellWants();
    this.#heardAt = this.#env.now();
    this.#guard();
    this.#queue();
  }

  stop() {
    if (this.#isStopped) {
      return;
    }
    this.#say({ kind: 'want', from: this.#me, wants: null });
    this.#isStopped = true;
    this.#env.clearTimeout(this.#timer);
    this.#turn.abort();
    this.#stepDown();
    this.#channel.close();
  }

  want(wants) {
    this.#wants = wants;
    this.#tellWants();
    this.#link?.want(this.#allWants());
  }

  // Leading: the lock is held for as long as the promise is open.

  #queue({ steal = false } = {}) {
    this.#turn?.abort();
    const turn = new AbortController();
    this.#turn = turn;
    const options = steal ? { steal } : { signal: turn.signal };
    const held = () => new Promise((letGo) => this.#lead(letGo));
    this.#env.locks.request(this.#name, options, held).catch((error) => {
      if (this.#turn === turn && !this.#isStopped) {
        error.name === 'AbortError' ? this.#lost() : this.#lead(() => {});
      }
    });
  }

  #lead(letGo) {
    if (this.#isStopped) {
      letGo();
      return;
    }
    this.#letGo = letGo;
    const owner = {
      messages: (messages) => this.#tell(messages),
      status: (word) => this.#tellStatus(word),
      failed: (error) => this.#fail(error),
    };
    this.#link = new Link({ ...this.#context, owner }, this.#cursor, this.#allWants());
    this.#say({ kind: 'leader' });
  }

  #stepDown() {
    this.#link?.stop();
    this.#link = null;
    this.#letGo();
  }

  /** The lock was taken away: this tab slept. (Any other error means that there are no locks here: each leads itself.) */
  #lost() {
    this.#stepDown();
    this.#heardAt = this.#env.now();
    this.#queue();
  }

  /** What this tab may not read another may: that one finds out for itself. */
  #fail(error) {
    this.stop();
    this.#context.owner.failed(error);
  }

  #tell(messages) {
    this.#take(messages);
    this.#say({ kind: 'messages', messages });
  }

  #tellStatus(word) {
    this.#noteStatus(word);
    this.#say({ kind: 'status', word });
  }

  #tellWants() {
    this.#say({ kind: 'want', from: this.#me, wants: this.#wants });
  }

  #allWants() {
    return union([this.#wants, ...this.#wantsOfOthers.values()]);
  }

  // Following.

  #hear(message) {
    switch (message.kind) {
      case 'messages':
        this.#heardAt = this.#env.now();
        this.#take(message.messages);
        break;
      case 'status':
        this.#heardAt = this.#env.now();
        this.#noteStatus(message.word);
        break;
      case 'leader':
        this.#heardAt = this.#env.now();
        this.#tellWants();
        break;
      case 'want':
        this.#noteWant(message);
        break;
      case 'ping':
        this.#answer();
        break;
      default: // of a newer client in another tab
    }
  }

  #take(messages) {
    this.#cursor = messages.reduce(cursorAfter, this.#cursor);
    this.#context.owner.messages(messages);
  }

  #noteStatus(word) {
    this.#status = word;
    this.#context.owner.status(word);
  }

  #noteWant({ from, wants }) {
    if (wants === null) {
      this.#wantsOfOthers.delete(from);
    } else {
      this.#wantsOfOthers.set(from, wants);
    }
    if (this.#link !== null) {
      this.#link.want(this.#allWants());
      this.#say({ kind: 'messages', messages: this.#context.owner.latest() });
      this.#say({ kind: 'status', word: this.#status });
    }
  }

  #answer() {
    if (this.#link !== null) {
      this.#link.check();
      this.#say({ kind: 'messages', messages: [beat(this.#cursor)] });
    }
  }

  /** Asks a silent leader whether it is there, and takes the lock away from one that is not. */
  #guard() {
    const silentMs = this.#env.now() - this.#heardAt;
    if (this.#link === null && silentMs > SILENCE_MS + ANSWER_MS) {
      this.#heardAt = this.#env.now();
      this.#queue({ steal: true });
    } else if (this.#link === null && silentMs > SILENCE_MS) {
      this.#say({ kind: 'ping' });
    }
    this.#timer = this.#env.setTimeout(() => this.#guard(), ANSWER_MS);
  }

  #say(message) {
    if (!this.#isStopped) {
      this.#channel.postMessage(message);
    }
  }
}
