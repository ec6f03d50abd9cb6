// `npm run bench -- pages`: what each page costs when it is made for the first time, and when it is kept. Prints Markdown.
// The exit code is 1 if a goal is missed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Actor } from '@prime-registry/testkit';
import { makeSources } from '../atoms/made-primes.ts';
import { readNumberFlags } from '../flags.ts';
import { createClient, requireStatus, type Send } from '../load/http-client.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
import { startServerOn, TOKEN } from '../processes/server-process.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { formatSpread, spreadOf } from '../report/spread.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';

/** In milliseconds: a page that is kept takes so much of the processor, and others so long to the last byte. */
const GOALS_MS = { kept: 1, first: 10 } as const;
const CLIENTS = 8;
const ATOMS = 16;
const README = readFileSync(join(import.meta.dirname, '../../examples/http-caching/README.md'), 'utf8');

/** Paths of pages of a Prime, by what is measured. */
const PAGES: Readonly<Record<string, (name: string) => string>> = {
  'an empty page': () => '/-/publishing',
  Prime: (name) => `/-/prime/${name}`,
  Atoms: (name) => `/-/prime/${name}/1.1.0/atoms`,
  'All of it': (name) => `/-/prime/${name}/1.1.0/read`,
  Graph: (name) => `/-/prime/${name}/1.1.0/graph`,
  Files: (name) => `/-/prime/${name}/1.1.0/files`,
  Versions: (name) => `/-/prime/${name}/versions`,
  Changes: (name) => `/-/prime/${name}/diff/1.0.0...1.1.0`,
  Atom: (name) => `/-/prime/${name}/1.1.0/atom/@examples/rule-bound-negative-caching-0`,
  Browse: () => '/-/browse',
  Scope: () => '/-/scope/@examples',
  Search: () => '/-/find?q=caching',
};

/** Runs the benchmark. @param args - `--primes <number>`, `--reads <number>` */
export async function measurePages(args: readonly string[]): Promise<void> {
  const extent = readNumberFlags(args, { primes: 20, reads: 2000 });
  await runBenchmark((benchmark) => measure(benchmark, extent));
}

async function measure(
  { folder, signal, cleanUp }: Benchmark,
  { primes, reads }: { readonly primes: number; readonly reads: number },
): Promise<void> {
  const server = await startServerOn(join(folder, 'data'), join(folder, 'compiled'), { signal });
  cleanUp.defer(server.stop);
  const names = Array.from({ length: primes + 1 }, (_, index) => `@examples/caching-${index}`);
  await publishAll(new Actor(server.baseUrl, TOKEN), names);
  const { send, close } = createClient(server.baseUrl, CLIENTS, signal);
  cleanUp.defer(close);
  const [warm = '', ...others] = names;
  const rows: string[][] = [];
  for (const [title, pathOf] of Object.entries(PAGES)) {
    console.error(`${title} …`);
    // The first page of a kind loads code.
    for (let times = 0; times < 50; times += 1) await readPage(send, pathOf(warm));
    const paths = [...new Set(others.map(pathOf))];
    const firstMs = paths.length === 1 ? [] : await timeEach(send, paths);
    const keptMs = await measureKept(send, paths, { reads, pid: server.pid });
    const first = firstMs.length === 0 ? undefined : spreadOf(firstMs);
    if (keptMs > GOALS_MS.kept || (first !== undefined && first.median > GOALS_MS.first))
      process.exitCode = 1;
    rows.push([
      title,
      first === undefined ? '' : formatSpread(first, (ms) => ms.toFixed(1)),
      keptMs.toFixed(2),
    ]);
  }
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(markdownTable(['Page', 'First, in ms', 'Kept, in ms of the processor'], rows));
  console.log(
    `Goals: at most ${GOALS_MS.first} ms for the first, as the median, and ${GOALS_MS.kept} ms for those that are kept, HTTP included.`,
  );
}

async function publishAll(actor: Actor, names: readonly string[]): Promise<void> {
  const before = { ...makeSources(ATOMS - 1), 'README.md': README };
  const after = { ...makeSources(ATOMS), 'README.md': README };
  for (const name of names) {
    await actor.mustPublish({ name, version: '1.0.0', files: before });
    await actor.mustPublish({ name, version: '1.1.0', files: after });
  }
}

async function readPage(send: Send, path: string): Promise<void> {
  requireStatus(await send({ path, headers: { accept: 'text/html' } }), 200, path);
}

async function timeEach(send: Send, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const startMs = performance.now();
    await readPage(send, path);
    times.push(performance.now() - startMs);
  }
  return times;
}

/** @returns milliseconds of the processor for each read */
async function measureKept(
  send: Send,
  paths: readonly string[],
  { reads, pid }: { readonly reads: number; readonly pid: number },
): Promise<number> {
  const beforeMs = processorMsOfGroup(pid);
  const runClient = async (first: number): Promise<void> => {
    for (let index = first; index < reads; index += CLIENTS)
      await readPage(send, paths[index % paths.length] ?? '');
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => runClient(client)));
  return (processorMsOfGroup(pid) - beforeMs) / reads;
}
