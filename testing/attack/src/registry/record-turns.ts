// Loaded into the registry under attack before its own code. Records the processor time of the thread that serves
// between two turns of its event loop. Unlike the delay by the clock, it does not grow when other programs run.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Added to each turn at most, because several short turns fit into one interval. */
const EVERY_MS = 2;
/** Shorter turns are not worth a line. */
const LEAST_MS = 5;

const file = process.env.PRIME_ATTACK_TURNS;
// Worker threads load this as well.
if (file !== undefined && isMainThread) {
  let before = process.threadCpuUsage();
  const record = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= LEAST_MS) appendFileSync(file, `${Date.now()} ${ms.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  };
  setInterval(record, EVERY_MS).unref();
}
