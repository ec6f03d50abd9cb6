// `npm run bench -- mcp`: what an agent's read of an atom costs over the Model Context Protocol, next to the same read over
// plain HTTP, and how long a hundred agents wait. Prints Markdown. The exit code is 1 if a goal is missed.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AtomList } from '@prime-registry/protocol';
import { Actor } from '@prime-registry/testkit';
import { makeSources } from '../atoms/made-primes.ts';
import { readNumberFlags } from '../flags.ts';
import { type ClientRequest, createClient, requireStatus } from '../load/http-client.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { residentBytesOfGroup } from '../processes/resident-memory.ts';
import { startServerOn, TOKEN } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

/** Of the rate of the plain read. */
const RATE_GOAL = 0.8;
const P99_GOAL_MS = 20;
const NAME = '@examples/http-caching';
const ATOMS = 200;
/** Clients of the rates: enough for a processor that is never idle. */
const FEW = 8;
/** How long each of the many agents thinks between two reads. */
const PAUSE_MS = 250;

interface Extent {
  readonly rounds: number;
  readonly seconds: number;
  readonly clients: number;
}

/** A read of the atom with this index. */
type Read = (index: number) => ClientRequest;

/** What a round has measured. */
interface Run {
  readonly perSecond: number;
  /** Processor time of the server. */
  readonly processorMs: number;
  readonly p99Ms: number;
}

/** Runs the benchmark. @param args - `--rounds <number>`, `--seconds <number>`, `--clients <number>` */
export async function measureMcp(args: readonly string[]): Promise<void> {
  const extent = readNumberFlags(args, { rounds: 5, seconds: 3, clients: 100 });
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure({ folder, signal, cleanUp }: Benchmark, extent: Extent): Promise<void> {
  const server = await startServerOn(join(folder, 'data'), join(folder, 'compiled'), { signal });
  cleanUp.defer(server.stop);
  const actor = new Actor(server.baseUrl, TOKEN);
  await actor.mustPublish({ name: NAME, version: '1.0.0', files: makeSources(ATOMS) });
  const list = (await actor.get(`/-/primes/${NAME}/1.0.0/atoms?limit=1000`)).json as AtomList;
  const ids = list.atoms.map(({ id }) => id);
  const reads = listReads((index) => ids[index % ids.length] ?? '');

  const runOne = (read: Read, clients: number, pauseMs = 0) =>
    runClients(server, read, { clients, pauseMs, seconds: extent.seconds, signal });
  await runOne(reads.plain, FEW);
  const before = residentBytesOfGroup(server.pid);
  await runOne(reads.modern, FEW);
  const after = residentBytesOfGroup(server.pid);

  const rates: Record<keyof typeof reads, Run[]> = { plain: [], modern: [], handshake: [], text: [] };
  const many: Run[] = [];
  for (let round = 0; round < extent.rounds; round += 1) {
    console.error(`round ${round + 1} of ${extent.rounds} …`);
    for (const name of ['plain', 'text', 'modern', 'handshake'] as const)
      rates[name].push(await runOne(reads[name], FEW));
    many.push(await runOne(reads.modern, extent.clients, PAUSE_MS));
  }
  report(rates, many, extent);
  console.log(
    `\nMemory of the server after reads over HTTP: ${toMiB(before)} MiB; after the first agents: ${toMiB(after)} MiB.`,
  );
}

/** The same read in all ways. */
function listReads(idOf: (index: number) => string) {
  const call = (index: number) => ({
    ...{ jsonrpc: '2.0', id: index, method: 'tools/call' },
    params: { name: 'read_atom', arguments: { id: idOf(index), detail: 'core' } },
  });
  const post = (body: object, headers: Readonly<Record<string, string>> = {}): ClientRequest => ({
    ...{ method: 'POST', path: '/-/mcp', body: Buffer.from(JSON.stringify(body)) },
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    plain: (index: number): ClientRequest => ({ path: `/-/atoms/${idOf(index)}?text=core` }),
    text: (index: number): ClientRequest => ({ path: `/-/atoms/${idOf(index)}/core` }),
    modern: (index: number): ClientRequest => {
      const { params, ...message } = call(index);
      const headers = {
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'read_atom' },
      };
      return post({ ...message, params: { ...params, _meta: envelope } }, headers);
    },
    handshake: (index: number): ClientRequest => post(call(index), { 'mcp-protocol-version': '2025-11-25' }),
  };
}

/** Clients that each send a request, wait for the answer, and pause. */
interface Load {
  readonly clients: number;
  readonly pauseMs: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

async function runClients(
  { baseUrl, pid }: { readonly baseUrl: string; readonly pid: number },
  read: Read,
  { clients, pauseMs, seconds, signal }: Load,
): Promise<Run> {
  const { send, close } = createClient(baseUrl, clients, signal);
  const times: number[] = [];
  const beganMs = performance.now();
  const processorMs = processorMsOfGroup(pid);
  const endMs = beganMs + seconds * 1000;
  const runClient = async (first: number): Promise<void> => {
    // Agents do not start together: else all would wait for each other in every turn.
    if (pauseMs > 0) await delay((first / clients) * pauseMs);
    for (let index = first; performance.now() < endMs && !signal.aborted; index += clients) {
      const startMs = performance.now();
      requireStatus(await send(read(index)), 200, 'a read');
      times.push(performance.now() - startMs);
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  const usedMs = processorMsOfGroup(pid) - processorMs;
  close();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / ((performance.now() - beganMs) / 1000),
    processorMs: usedMs / times.length,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  };
}

function report(rates: Readonly<Record<string, readonly Run[]>>, many: readonly Run[], { clients }: Extent) {
  const titles = {
    plain: '`GET /-/atoms/…?text=core`',
    text: '`GET /-/atoms/…/core`, only the text',
    modern: '`read_atom`, revision 2026-07-28',
    handshake: '`read_atom`, revision 2025-11-25',
  };
  const plain = spreadOf((rates.plain ?? []).map(({ processorMs }) => processorMs)).median;
  const rows = Object.entries(titles).map(([name, title]) => {
    const runs = rates[name] ?? [];
    const times = spreadOf(runs.map(({ processorMs }) => processorMs));
    return [
      title,
      formatSpread(spreadOf(runs.map(({ perSecond }) => perSecond))),
      formatSpread(times, (ms) => ms.toFixed(2)),
      (plain / times.median).toFixed(2),
    ];
  });
  const head = ['Read', `Requests a second, ${FEW} clients`, 'ms of the processor', 'Rate of the plain read'];
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(markdownTable(head, rows));
  const p99 = spreadOf(many.map(({ p99Ms }) => p99Ms));
  const modern = spreadOf((rates.modern ?? []).map(({ processorMs }) => processorMs)).median;
  const isMet = plain / modern >= RATE_GOAL && p99.median <= P99_GOAL_MS;
  if (!isMet) process.exitCode = 1;
  console.log(
    `Goals: the rate of \`read_atom\` is at least ${RATE_GOAL} of that of the plain read; the 99th percentile with ${clients} agents that pause for ${PAUSE_MS} ms between two reads, ` +
      `${formatSpread(p99, (ms) => ms.toFixed(1))} ms, is at most ${P99_GOAL_MS}.`,
  );
}

function toMiB(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
