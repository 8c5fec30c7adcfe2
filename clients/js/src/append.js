import { A2Error } from './errors.js';
import { linkedController, untilDefinite } from './waiting.js';

/** Events as they go to the server: each with an id, from now on and for all attempts. */
export function withIds(events, env) {
  const list = [events].flat();
  if (list.length === 0) {
    throw A2Error.refused('INVALID_ARGUMENT', 'there is no event to append');
  }
  return list.map((event) => ({ ...event, id: event.id ?? env.newId() }));
}

/** Sends events until the answer is definite. Since their ids stay, sending twice stores once. */
export async function send({ http, env, life, path }, events, { ifLastIndex, signal, onRetry }) {
  const { controller, release } = linkedController(signal, life);
  const either = controller.signal;
  const call = () => http.send('POST', `${path}/events`, { events, ifLastIndex }, { signal: either });
  try {
    const answer = await untilDefinite(env, call, { signal: either, onRetry });
    return answer.events;
  } finally {
    release();
  }
}
