// Measures publishes of a Prime with many atoms, and how long a hot read waits in the meantime.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServerOn, TOKEN } from '../processes/server-process.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { Benchmark } from '../run-benchmark.ts';
import { packFiles } from '../tarballs/pack-files.ts';
import { compileSources, makeSources, type PrimeFiles } from './made-primes.ts';

const ROUNDS = 7;
const PROBE_PAUSE_MS = 2;
/** How long a hot read may wait while every atom is replaced. */
const MOST_WAIT_MS = 50;
const EVERY_ATOM = 'every atom edited';
const HEAD = [
  'Publish of',
  'Median, ms',
  'Slowest, ms',
  'A hot read in the meantime: median, ms',
  'Slowest, ms',
  'Database grows by, kB',
];

/** One kind of publish. Each round publishes a version of another Prime. */
interface Step {
  readonly title: string;
  readonly tarball: Buffer;
  readonly prime: string;
  readonly version: string;
}

/**
 * Measures publishes.
 * @param database - URL of an empty PostgreSQL database, undefined for SQLite
 * @returns Markdown
 */
export async function measureAtomPublishes(
  { folder, signal, cleanUp }: Benchmark,
  atomCount: number,
  database: string | undefined,
): Promise<string> {
  const args = database === undefined ? [] : ['--database', database];
  const data = join(folder, 'data');
  const { baseUrl, stop } = await startServerOn(data, join(folder, 'compiled'), { args, signal });
  cleanUp.defer(stop);
  const steps = await makeSteps(atomCount);
  await publish(baseUrl, '@bench/probe', '1.0.0', await packFiles({ 'README.md': 'x' }));
  const rows: string[][] = [];
  let verdict = '';
  for (const step of steps) rows.push(await measureStep(step));
  const packedBytes = steps[1]?.tarball.length ?? 0;
  const title = `Publishing ${atomCount} atoms, with their compiled form: tarballs of ${(packedBytes / 1000).toFixed(0)} kB, ${ROUNDS} publishes each.`;
  return `${title}\n\n${markdownTable(HEAD, rows)}\n${verdict}`;

  async function measureStep({ title, tarball, prime, version }: Step): Promise<string[]> {
    const [publishMs, probeMs]: [number[], number[]] = [[], []];
    const bytesBefore = await databaseBytes(data);
    for (let round = 0; round < ROUNDS; round += 1) {
      signal.throwIfAborted();
      const probing = new AbortController();
      const probes = probe('@bench/probe', baseUrl, probing.signal, probeMs);
      const startMs = performance.now();
      await publish(baseUrl, `${prime}-${round}`, version, tarball);
      publishMs.push(performance.now() - startMs);
      probing.abort();
      await probes;
    }
    const grownKb = ((await databaseBytes(data)) - bytesBefore) / ROUNDS / 1000;
    const slowestMs = Math.max(...probeMs);
    if (title === EVERY_ATOM) {
      const isMet = slowestMs <= MOST_WAIT_MS;
      verdict = `Others wait at most ${slowestMs.toFixed(1)} ms while every atom is edited; goal: at most ${MOST_WAIT_MS} ms, ${isMet ? 'met' : '**missed**'}.`;
      if (!isMet) process.exitCode = 1;
    }
    const times = [median(publishMs), Math.max(...publishMs), median(probeMs), slowestMs];
    return [title, ...times.map((ms) => ms.toFixed(1)), database === undefined ? grownKb.toFixed(0) : ''];
  }
}

async function makeSteps(atomCount: number): Promise<Step[]> {
  const sources = makeSources(atomCount);
  const edit = (text: string): string => text.replace('description: "', 'description: "Now ');
  const [first] = Object.entries(sources);
  const edited = first === undefined ? sources : { ...sources, [first[0]]: edit(first[1]) };
  const rewritten = Object.fromEntries(Object.entries(sources).map(([path, text]) => [path, edit(text)]));
  const whole = await pack(sources);
  const prime = '@bench/p';
  return [
    {
      title: 'no atom',
      tarball: await packFiles({ 'README.md': 'x' }),
      prime: '@bench/none',
      version: '1.0.0',
    },
    { title: 'a first version', tarball: whole, prime, version: '1.0.0' },
    { title: 'the same atoms again', tarball: whole, prime, version: '1.0.1' },
    { title: 'one atom edited', tarball: await pack(edited), prime, version: '1.0.2' },
    { title: EVERY_ATOM, tarball: await pack(rewritten), prime, version: '1.0.3' },
  ];
}

async function pack(sources: PrimeFiles): Promise<Buffer> {
  return packFiles({ 'README.md': 'x', ...sources, ...(await compileSources(sources)) });
}

/** Sends a cached read of version 1.0.0 of a Prime repeatedly: its delay shows how long the event loop is blocked. */
export async function probe(
  prime: string,
  baseUrl: string,
  signal: AbortSignal,
  timesMs: number[],
): Promise<void> {
  while (!signal.aborted) {
    const startMs = performance.now();
    await (await fetch(`${baseUrl}/pack/${prime}/1.0.0`)).text();
    timesMs.push(performance.now() - startMs);
    await delay(PROBE_PAUSE_MS);
  }
}

/** Publishes a tarball. @throws Error unless the status is 201 */
export async function publish(
  baseUrl: string,
  name: string,
  version: string,
  tarball: Buffer,
): Promise<void> {
  const form = new FormData();
  form.set(
    'manifest',
    `name: "${name}"\nversion: ${version}\ndescription: x\nlicense: x\nprime-version: "1.0"\n`,
  );
  form.set('tarball', new Blob([tarball as Buffer<ArrayBuffer>]), 'prime.tar.gz');
  const headers = { authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${baseUrl}/publish`, { method: 'POST', headers, body: form });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${name} ${version}: ${response.status} ${text}`);
}

/** The size of the SQLite database in bytes, 0 if there is none. */
async function databaseBytes(data: string): Promise<number> {
  const file = join(data, 'registry.sqlite');
  const sizeOf = (path: string): Promise<number> =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  return Math.max(...(await Promise.all([file, `${file}-wal`].map(sizeOf))));
}

/** The middle one. */
export function median(timesMs: readonly number[]): number {
  return timesMs.toSorted((a, b) => a - b)[timesMs.length >> 1] ?? Number.NaN;
}
