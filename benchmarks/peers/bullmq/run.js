// Prints how many jobs a second BullMQ adds, and processes and completes, its processor time for an addition, and how long
// after its addition a job starts, as one JSON object.
// Arguments: port, adders at once, jobs a worker runs at once, seconds.
import { Queue, Worker } from 'bullmq';

const [port, callers, concurrency] = process.argv.slice(2, 5).map(Number);
const seconds = Number(process.argv[5]);
const connection = { host: '127.0.0.1', port };
const data = { text: 'x'.repeat(198) };

async function add(queue) {
  const until = performance.now() + seconds * 1000;
  const start = performance.now();
  const cpu = process.cpuUsage();
  let added = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await queue.add('measured', data, { removeOnComplete: true });
        added++;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return { added, rate: (added * 1000) / (performance.now() - start), micros: (user + system) / added };
}

async function process_(name, count) {
  let done = 0;
  const start = performance.now();
  await new Promise((resolve) => {
    const worker = new Worker(name, async () => {}, { connection, concurrency });
    worker.on('completed', () => {
      if (++done === count) {
        resolve(worker.close());
      }
    });
  });
  return (count * 1000) / (performance.now() - start);
}

async function start(queue, name, times) {
  let started;
  const micros = [];
  const worker = new Worker(name, async () => started(performance.now()), { connection, concurrency });
  await worker.waitUntilReady();
  for (let i = 0; i < times; i++) {
    const start = new Promise((resolve) => (started = resolve));
    const completed = new Promise((resolve) => worker.once('completed', resolve));
    const before = performance.now();
    await queue.add('started', data, { removeOnComplete: true });
    micros.push(((await start) - before) * 1000);
    await completed;
  }
  await worker.close();
  return micros.sort((a, b) => a - b)[Math.floor(times / 2)];
}

const queue = new Queue('a2-peer', { connection });
await queue.waitUntilReady();
await queue.obliterate({ force: true });
await add(queue);
await process_('a2-peer', await queue.count());
const { added, rate, micros } = await add(queue);
const processed = await process_('a2-peer', added);
const startMicros = await start(queue, 'a2-peer', Math.ceil(200 * seconds));
await queue.obliterate({ force: true });
await queue.close();
console.log(JSON.stringify({ add: rate, addMicros: micros, process: processed, startMicros }));
