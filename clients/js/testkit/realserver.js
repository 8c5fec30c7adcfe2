import { connect as open } from 'node:net';
import { A2Error } from '../src/a2.js';
import { connectTo } from './kit.js';
import { Origin } from './browser.js';

/** A real server at A2_SERVER, where A2_SERVER_TOKEN may do everything, stopped and started by lines to the port A2_SERVER_CONTROL. */
export const address = process.env.A2_SERVER;
const token = process.env.A2_SERVER_TOKEN;

/** For a test's options: skipped with a reason where there is no server. */
export const needsServer = { skip: address === undefined && 'A2_SERVER does not say where a server is' };

/** Tells the server to `stop` or `start`; resolves when it has. */
export async function tell(command) {
  const socket = open(Number(process.env.A2_SERVER_CONTROL), '127.0.0.1');
  socket.write(`${command}\n`);
  await new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject));
  socket.end();
}

/** A client of the real server in a tab of its own. */
export function realClient(test, options = {}) {
  const tab = new Origin().tab({ factor: 1, ...options.environment });
  return connectTo(test, { url: address }, tab, { token, ...options });
}

/** What the server answers to who asks for a session token. */
export async function mint(claims) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${address}/v1/tokens`, { method: 'POST', headers, body: JSON.stringify(claims) });
  if (!response.ok) {
    throw new A2Error({ status: response.status, code: 'NOT_MINTED', detail: await response.text() });
  }
  return response.json();
}

/** A session id that no other test uses. */
export const newSession = (name) => `${name} ${process.pid}-${Math.random()}`;
