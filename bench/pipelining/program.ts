// The program of clients that send requests ahead: `node program.ts <job as JSON>`.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { PipeliningJob, PipeliningSummary } from './manners.ts';

/** What the server accepts in one read of a connection. */
const GROUP = 30;
const PAUSE_MS = 10;
/** Another client than those that read meanwhile: turns are those of addresses. Linux has all of 127.0.0.0/8. */
const OWN_ADDRESS = '127.0.0.2';
/** Between looks at the answers. */
const LOOK_MS = 1;
const STATUS_LINE = Buffer.from('HTTP/1.1 ');

const job = JSON.parse(process.argv[2] ?? '') as PipeliningJob;
const { hostname, port } = new URL(job.baseUrl);
const endMs = performance.now() + job.seconds * 1000;
let [sent, answers, closed] = [0, 0, 0];

await Promise.all(Array.from({ length: job.connections }, sendAll));
console.log(JSON.stringify({ sent, answers, closed } satisfies PipeliningSummary));
process.exit();

async function sendAll(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), localAddress: OWN_ADDRESS });
  let own = 0;
  let isOpen = true;
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isOpen = false;
    closed += 1;
  });
  if (job.manner === 'read') {
    socket.on('data', (bytes) => {
      const count = countAnswers(bytes as Buffer);
      own += count;
      answers += count;
    });
  } else socket.pause();
  const group = job.manner === 'at once' ? job.requests : GROUP;
  for (let begun = 0; begun < job.requests && isOpen && performance.now() < endMs; begun += group) {
    socket.write(requestsFrom(begun, group));
    sent += group;
    do await delay(job.manner === 'read' ? LOOK_MS : PAUSE_MS);
    while (job.manner === 'read' && own < begun + group && isOpen && performance.now() < endMs);
  }
  while (isOpen && performance.now() < endMs) await delay(PAUSE_MS);
  socket.destroy();
}

function requestsFrom(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const path = job.paths[(first + index) % job.paths.length] ?? '/';
    return `GET ${path} HTTP/1.1\r\nHost: registry\r\n\r\n`;
  }).join('');
}

/** Nearly exact: one that two chunks share is not counted, and compressed bytes do not look like it. */
function countAnswers(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(STATUS_LINE); at !== -1; at = bytes.indexOf(STATUS_LINE, at + 1)) count += 1;
  return count;
}
