import { A2Error } from './errors.js';

const MAX_CHARS = 64 * 1024 * 1024;

/**
 * Reads `text/event-stream` as the HTML standard says, from chunks that may end anywhere.
 * `push` returns the messages that a chunk completed: `{ event, data, id }`, where `id` is the last one seen.
 */
export class SseParser {
  /** How long the server wants to be left alone after the stream ended, in milliseconds. */
  retryMs = null;

  #decoder = new TextDecoder(); // takes a byte order mark away
  #line = '';
  #afterCr = false;
  #event = '';
  #data = null;
  #size = 0;
  #id = '';

  push(bytes) {
    const messages = [];
    let text = this.#decoder.decode(bytes, { stream: true });
    if (this.#afterCr && text !== '') {
      text = text.startsWith('\n') ? text.slice(1) : text;
      this.#afterCr = false;
    }
    const lines = text.split(/\r\n|\n|\r/);
    this.#afterCr ||= text.endsWith('\r');
    lines[0] = this.#line + lines[0];
    this.#line = lines.pop();
    for (const line of lines) {
      this.#take(line, messages);
    }
    this.#check(this.#size + this.#line.length);
    return messages;
  }

  #take(line, messages) {
    if (line === '') {
      this.#dispatch(messages);
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) {
      return; // a comment
    }
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    this.#field(name, value);
  }

  #field(name, value) {
    if (name === 'data') {
      this.#data ??= [];
      this.#data.push(value);
      this.#size += value.length + 1;
    } else if (name === 'event') {
      this.#event = value;
    } else if (name === 'id' && !value.includes('\0')) {
      this.#id = value;
    } else if (name === 'retry' && /^[0-9]+$/.test(value)) {
      this.retryMs = Number(value);
    }
  }

  #dispatch(messages) {
    if (this.#data !== null) {
      messages.push({ event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id });
    }
    this.#data = null;
    this.#event = '';
    this.#size = 0;
  }

  #check(size) {
    if (size > MAX_CHARS) {
      throw new A2Error({ code: 'FRAME_TOO_LARGE', detail: `a message of over ${MAX_CHARS} characters` });
    }
  }
}
