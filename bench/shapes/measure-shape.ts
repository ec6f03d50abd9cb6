// Measures a registry of an unusual shape: each read and a publish, how much memory they take, and how long others wait.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RECORDER, Turns } from '../../testing/attack/src/registry/turns.ts';
import { makeSources } from '../atoms/made-primes.ts';
import { probe, publish } from '../atoms/measure-publishes.ts';
import { createClient, requireStatus } from '../load/http-client.ts';
import { processorMsOfGroup } from '../processes/processor-time.ts';
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
  /** Of all threads of the server, those of the hot reads too; in steps of 10 ms for the first, and finer for the mean of the others. */
  readonly processorFirstMs: number;
  readonly processorMs: number;
  readonly bytes: number | undefined;
  readonly othersMs: number;
  /** The longest turn of the thread that serves, by processor time: how long others wait at least on a quiet machine. */
  readonly turnMs: number;
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
  const turnsFile = join(folder, 'turns');
  await rm(turnsFile, { force: true });
  const environment = {
    ...database.environment,
    PRIME_REGISTRY_PUBLIC_URL: PUBLIC_URL,
    NODE_OPTIONS: `--import=${RECORDER}`,
    PRIME_ATTACK_TURNS: turnsFile,
  };
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
      taken.push(await measureWork(title, server, { work, turns, turnsFile }));
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
  {
    work,
    turns,
    turnsFile,
  }: {
    readonly work: (turn: number) => Promise<number | undefined>;
    readonly turns: number;
    readonly turnsFile: string;
  },
): Promise<Taken> {
  const probing = new AbortController();
  const probeMs: number[] = [];
  const timesMs: number[] = [];
  const processorMs: number[] = [];
  let bytes: number | undefined;
  const run = async (): Promise<void> => {
    const probes = probe(PROBE, baseUrl, probing.signal, probeMs);
    // It is awaited below. Until then its failure, when an interrupted run stops the server, must not end the process.
    probes.catch(() => undefined);
    try {
      for (let turn = 0; turn < turns; turn += 1) {
        const [startMs, before] = [performance.now(), usedBy(pid)];
        bytes = await work(turn);
        timesMs.push(performance.now() - startMs);
        processorMs.push(usedBy(pid) - before);
      }
    } finally {
      probing.abort();
      await probes;
    }
  };
  const before = memoryOf(pid);
  const fromMs = Date.now();
  const peak = CAN_MEASURE_MEMORY
    ? (await measurePeakBytesOfGroup(pid, run)) / MIB
    : await run().then(() => Number.NaN);
  const [firstMs = Number.NaN, ...others] = timesMs;
  const [processorFirstMs = Number.NaN, ...processorOthers] = processorMs;
  return {
    ...{ title, firstMs, p50Ms: percentiles(others).p50Ms },
    processorFirstMs,
    processorMs: processorOthers.reduce((sum, ms) => sum + ms, 0) / processorOthers.length,
    turnMs: new Turns(turnsFile).longestMs({ fromMs, toMs: Date.now() }),
    ...{ bytes, othersMs: Math.max(...probeMs), grownMiB: peak - before },
  };
}

/** Undisturbed by other work on the machine, which times are not. */
function usedBy(pid: number): number {
  return CAN_MEASURE_MEMORY ? processorMsOfGroup(pid) : Number.NaN;
}

function memoryOf(pid: number): number {
  return CAN_MEASURE_MEMORY ? residentBytesOfGroup(pid) / MIB : Number.NaN;
}

function format(
  { title }: Shape,
  all: readonly Taken[],
  { firstAnswerMs, idleMiB }: { readonly firstAnswerMs: number; readonly idleMiB: number },
): string {
  const rows = all.map(({ title: what, bytes, othersMs, grownMiB, ...taken }) => [
    what,
    ...[taken.firstMs, taken.p50Ms].map((ms) => ms.toFixed(1)),
    taken.processorFirstMs.toFixed(0),
    taken.processorMs.toFixed(1),
    bytes === undefined ? '' : (bytes / 1024).toFixed(1),
    othersMs.toFixed(1),
    taken.turnMs === 0 ? '< 5' : taken.turnMs.toFixed(1),
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
        'processor, first, ms',
        'then, mean, ms',
        'KiB',
        'slowest hot read of another, ms',
        'longest turn, processor, ms',
        'memory grows by, MiB',
      ],
      rows,
    ),
  ].join('\n');
}
