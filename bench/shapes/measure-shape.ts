// Measures a registry of an unusual shape: each read and a publish, how much memory they take, and how long others wait.
import { join } from 'node:path';
import { makeSources } from '../atoms/made-primes.ts';
import { probe, publish } from '../atoms/measure-publishes.ts';
import { createClient, requireStatus } from '../load/http-client.ts';
import {
  CAN_MEASURE_MEMORY,
  measurePeakBytesOfGroup,
  residentBytesOfGroup,
} from '../processes/resident-memory.ts';
import { startServerOn } from '../processes/server-process.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { ScaleDatabase } from '../scale/engines/engine.ts';
import { percentiles } from '../scale/measure-queries.ts';
import { packFiles } from '../tarballs/pack-files.ts';
import type { Shape } from './shape.ts';

const MIB = 2 ** 20;
const PUBLIC_URL = 'https://primes.example';
/** A database that an interrupted run has left has its Primes and versions. */
const RUN = Math.floor(Date.now() / 1000);
const PROBE = `@bench-probe/probe-${RUN}`;

/** What the work of one kind took. */
interface Taken {
  readonly title: string;
  readonly firstMs: number;
  /** Of those after the first. */
  readonly p50Ms: number;
  readonly bytes: number | undefined;
  readonly othersMs: number;
  readonly grownMiB: number;
}

/** What it takes. */
export interface ShapeEffort {
  readonly turns: number;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Measures a filled registry. @returns Markdown */
export async function measureShape(
  database: ScaleDatabase,
  shape: Shape,
  { turns, folder, signal }: ShapeEffort,
): Promise<string> {
  const environment = { ...database.environment, PRIME_REGISTRY_PUBLIC_URL: PUBLIC_URL };
  const server = await startServerOn(database.dataFolder, join(folder, 'compiled'), { environment, signal });
  const client = createClient(server.baseUrl, 1, signal);
  try {
    await publish(server.baseUrl, PROBE, '1.0.0', await packFiles({ 'README.md': 'x' }));
    const idleMiB = memoryOf(server.pid);
    const taken: Taken[] = [];
    const take = async (
      title: string,
      work: (turn: number) => Promise<number | undefined>,
    ): Promise<void> => {
      signal.throwIfAborted();
      console.error(`  ${title}`);
      taken.push(await measureWork(title, server, { work, turns }));
    };
    await take('A hot read alone', async () => read(`/pack/${PROBE}/1.0.0`));
    for (const [title, path] of Object.entries(shape.reads)) await take(title, () => read(path));
    const tarball = await packFiles({ 'README.md': 'x', ...makeSources(shape.publish.atoms) });
    await take(shape.publish.title, async (turn) => {
      await publish(server.baseUrl, shape.publish.nameOf(turn), `2.${RUN}.${turn}`, tarball);
      return undefined;
    });
    return format(shape, taken, { firstAnswerMs: server.firstAnswerMs, idleMiB });
  } finally {
    client.close();
    await server.stop();
  }

  async function read(path: string): Promise<number> {
    const headers = { accept: '*/*' };
    return requireStatus(await client.send({ path, headers }), 200, path).body.length;
  }
}

async function measureWork(
  title: string,
  { baseUrl, pid }: { readonly baseUrl: string; readonly pid: number },
  { work, turns }: { readonly work: (turn: number) => Promise<number | undefined>; readonly turns: number },
): Promise<Taken> {
  const probing = new AbortController();
  const probeMs: number[] = [];
  const timesMs: number[] = [];
  let bytes: number | undefined;
  const run = async (): Promise<void> => {
    const probes = probe(PROBE, baseUrl, probing.signal, probeMs);
    try {
      for (let turn = 0; turn < turns; turn += 1) {
        const startMs = performance.now();
        bytes = await work(turn);
        timesMs.push(performance.now() - startMs);
      }
    } finally {
      probing.abort();
      await probes;
    }
  };
  const before = memoryOf(pid);
  const peak = CAN_MEASURE_MEMORY
    ? (await measurePeakBytesOfGroup(pid, run)) / MIB
    : await run().then(() => Number.NaN);
  const [firstMs = Number.NaN, ...others] = timesMs;
  const othersMs = Math.max(...probeMs);
  return { title, firstMs, p50Ms: percentiles(others).p50Ms, bytes, othersMs, grownMiB: peak - before };
}

function memoryOf(pid: number): number {
  return CAN_MEASURE_MEMORY ? residentBytesOfGroup(pid) / MIB : Number.NaN;
}

function format(
  { title }: Shape,
  taken: readonly Taken[],
  { firstAnswerMs, idleMiB }: { readonly firstAnswerMs: number; readonly idleMiB: number },
): string {
  const rows = taken.map(({ title: what, firstMs, p50Ms, bytes, othersMs, grownMiB }) => [
    what,
    firstMs.toFixed(1),
    p50Ms.toFixed(1),
    bytes === undefined ? '' : (bytes / 1024).toFixed(1),
    othersMs.toFixed(1),
    grownMiB.toFixed(0),
  ]);
  return [
    `### ${title}\n`,
    `First answer of the server after ${firstAnswerMs.toFixed(0)} ms, ${idleMiB.toFixed(0)} MiB.\n`,
    markdownTable(
      [
        'Request',
        'first, ms',
        'then, p50, ms',
        'KiB',
        'slowest hot read of another, ms',
        'memory grows by, MiB',
      ],
      rows,
    ),
  ].join('\n');
}
