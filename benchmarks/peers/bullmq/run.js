// Prints how many jobs a second BullMQ adds, and processes and completes, as one JSON object.
// Arguments: port, adders at once, jobs a worker runs at once, seconds.
import { Queue, Worker } from 'bullmq';

const [port, callers, concurrency] = process.argv.slice(2, 5).map(Number);
const seconds = Number(process.argv[5]);
const connection = { host: '127.0.0.1', port };
const data = { text: 'x'.repeat(198) };

async function add(queue) {
  const until = performance.now() + seconds * 1000;
  const start = performance.now();
  let added = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await queue.add('measured', data, { removeOnComplete: true });
        added++;
      }
    }),
  );
  return { added, rate: (added * 1000) / (performance.now() - start) };
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

const queue = new Queue('a2-peer', { connection });
await queue.waitUntilReady();
await queue.obliterate({ force: true });
await add(queue);
await process_('a2-peer', await queue.count());
const { added, rate } = await add(queue);
const processed = await process_('a2-peer', added);
await queue.obliterate({ force: true });
await queue.close();
console.log(JSON.stringify({ add: rate, process: processed }));
