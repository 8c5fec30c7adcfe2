/** What a stream brings beside events. */
export const NOTHING = { presence: false, state: [] };

/** All that somebody wants, always written in the same way. */
export function union(wants) {
  const state = new Set(wants.flatMap((want) => want.state));
  return { presence: wants.some((want) => want.presence), state: [...state].sort() };
}

export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
