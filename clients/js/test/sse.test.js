import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SseParser } from '../src/a2.js';
import { seed, seeded } from '../testkit/kit.js';

const bytesOf = (text) => new TextEncoder().encode(text);

function parse(...chunks) {
  const parser = new SseParser();
  const messages = chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? bytesOf(chunk) : chunk));
  return { messages, retryMs: parser.retryMs };
}

/** The standard's algorithm over the whole text at once, written without any care for speed. */
function naive(bytes) {
  const text = new TextDecoder().decode(bytes);
  const ended = text.replace(/\r\n/g, '\n').replace(/\r/g, '\n');
  const lines = ended.split('\n').slice(0, -1);
  const messages = [];
  let [event, data, id, retryMs] = ['', '', '', null];
  for (const line of lines) {
    if (line === '') {
      if (data !== '') {
        messages.push({ event: event || 'message', data: data.slice(0, -1), id });
      }
      [event, data] = ['', ''];
      continue;
    }
    const [, name, , value] = /^([^:]*)(: ?)?([^]*)$/.exec(line);
    if (name === 'data') {
      data += `${value}\n`;
    } else if (name === 'event') {
      event = value;
    } else if (name === 'id' && !/\0/.test(value)) {
      id = value;
    } else if (name === 'retry' && /^\d+$/.test(value)) {
      retryMs = Number(value);
    }
  }
  return { messages, retryMs };
}

test('all line ends, comments, several data lines, a byte order mark', () => {
  const { messages, retryMs } = parse('\ufeff: hello\r\nid: 7\rdata: a\ndata:  b\r\n\r\nretry: 250\n\nevent: x\ndata\n\n');

  assert.deepEqual(messages, [
    { event: 'message', data: 'a\n b', id: '7' },
    { event: 'x', data: '', id: '7' },
  ]);
  assert.equal(retryMs, 250);
});

test('an id with NUL, a retry that is no number and unknown fields are passed over', () => {
  const { messages, retryMs } = parse('id: 1\n\nid: 2\0\nretry: 1s\nfoo: bar\ndata: x\n\n');

  assert.deepEqual(messages, [{ event: 'message', data: 'x', id: '1' }]);
  assert.equal(retryMs, null);
});

test('what the end cuts off is no message', () => {
  assert.deepEqual(parse('data: whole\n\ndata: half\n').messages.length, 1);
});

test('a message that never ends is refused before it fills the memory', () => {
  const parser = new SseParser();
  const megabyte = new Uint8Array(1024 * 1024).fill(120);

  assert.throws(() => {
    for (let i = 0; i < 70; i++) {
      parser.push(megabyte);
    }
  }, { code: 'FRAME_TOO_LARGE' });
});

test('a text cut at every byte reads the same', () => {
  const bytes = bytesOf('\ufeffid: 1\r\ndata: zwölf 💡\r\n\r\n:\r\rdata: b\rdata: c\r\r\nevent: e\ndata: d\n\n');
  const whole = naive(bytes);

  for (let at = 0; at <= bytes.length; at++) {
    assert.deepEqual(parse(bytes.subarray(0, at), bytes.subarray(at)), whole, `cut at ${at}`);
  }
  assert.deepEqual(parse(...Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
});

test('random streams in random pieces read as a naive reader reads them', (t) => {
  t.diagnostic(`A2_SEED=${seed}`);
  const random = seeded(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const parts = ['\r', '\n', '\r\n', '\r\n\r\n', '\n\n', 'data', 'data:', 'data: ', 'id:', 'id: ', 'event: ', 'retry:', ':',
    ' ', '0', '17', 'x', 'ü', '💡', '\0', '\ufeff', 'null', '{"a":1}'];

  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 40) }, () => pick(parts)).join('');
    const bytes = bytesOf(text);
    const chunks = [];
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + Math.floor(random() * 6);
      chunks.push(bytes.subarray(at, at + size));
      at += size;
    }
    assert.deepEqual(parse(...chunks), naive(bytes), JSON.stringify(text));
  }
});
