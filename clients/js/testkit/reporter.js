import { inspect } from 'node:util';

/** Tells each test's outcome in one line of JSON, for a program that shows it elsewhere. */
export default async function* report(source) {
  const notes = [];
  for await (const { type, data } of source) {
    if (type === 'test:diagnostic') {
      notes.push(data.message);
    } else if ((type === 'test:pass' || type === 'test:fail') && data.details?.type !== 'suite') {
      yield `${JSON.stringify(outcome(type, data))}\n`;
    }
  }
  yield `${JSON.stringify({ outcome: 'end', name: notes.join(', ') })}\n`;
}

function outcome(type, { name, skip, details }) {
  if (type === 'test:fail') {
    const error = details.error?.cause ?? details.error;
    return { outcome: 'failed', name, why: error?.stack ?? inspect(error) };
  }
  return skip === undefined ? { outcome: 'passed', name } : { outcome: 'skipped', name, why: String(skip) };
}
