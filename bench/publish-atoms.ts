// `npm run bench:publish-atoms`: how long it takes to publish a Prime of 900 atoms, compiled, and how long others wait meanwhile.
// `--database <url>` measures a registry on PostgreSQL; its database has to be empty.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileSources, makeSources, type PrimeFiles } from './atoms/made-primes.ts';
import { markdownTable } from './markdown-table.ts';
import { packFiles } from './pack-files.ts';
import { startServerOn, TOKEN } from './server-process.ts';

const ATOMS = 900;
const ROUNDS = 7;
const PROBE_PAUSE_MS = 2;

/** Publishes of one kind. */
interface Step {
  readonly title: string;
  readonly tarball: Buffer;
  /** Which Prime and version to publish in a round. */
  readonly place: (round: number) => { readonly name: string; readonly version: string };
}

const { values } = parseArgs({ options: { database: { type: 'string' } } });
const folder = await mkdtemp(join(tmpdir(), 'prime-registry-bench-'));
const args = values.database === undefined ? [] : ['--database', values.database];
const { baseUrl, stop } = await startServerOn(join(folder, 'data'), join(folder, 'cache'), { args });
try {
  const sources = makeSources(ATOMS);
  const [first] = Object.keys(sources);
  const edited = {
    ...sources,
    [first ?? '']: `${sources[first ?? '']}\n`.replace('description: "', 'description: "Now '),
  };
  const rewritten = Object.fromEntries(
    Object.entries(sources).map(([path, text]) => [
      path,
      text.replace('description: "', 'description: "Anew '),
    ]),
  );
  await publish('@bench/probe', '1.0.0', await packFiles({ 'README.md': 'x' }));
  const steps: readonly Step[] = [
    {
      title: 'no atom',
      tarball: await packFiles({ 'README.md': 'x' }),
      place: (round) => ({ name: `@bench/none-${round}`, version: '1.0.0' }),
    },
    {
      title: 'a first version',
      tarball: await pack(sources),
      place: (round) => ({ name: `@bench/p-${round}`, version: '1.0.0' }),
    },
    {
      title: 'the same atoms again',
      tarball: await pack(sources),
      place: (round) => ({ name: `@bench/p-${round}`, version: '1.0.1' }),
    },
    {
      title: 'one atom edited',
      tarball: await pack(edited),
      place: (round) => ({ name: `@bench/p-${round}`, version: '1.0.2' }),
    },
    {
      title: 'every atom edited',
      tarball: await pack(rewritten),
      place: (round) => ({ name: `@bench/p-${round}`, version: '1.0.3' }),
    },
  ];
  const rows: string[][] = [];
  for (const step of steps) rows.push(await measure(step));
  const packedBytes = steps[1]?.tarball.length ?? 0;
  console.log(
    `${ATOMS} atoms, compiled; tarballs of ${(packedBytes / 1000).toFixed(0)} kB; ${ROUNDS} publishes each\n`,
  );
  console.log(
    markdownTable(
      [
        'Publish of',
        'Median, ms',
        'Slowest, ms',
        'A hot read meanwhile: median, ms',
        'Slowest, ms',
        'Database grows by, kB',
      ],
      rows,
    ),
  );
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}

async function pack(sources: PrimeFiles): Promise<Buffer> {
  return packFiles({ 'README.md': 'x', ...sources, ...(await compileSources(sources)) });
}

async function measure({ title, tarball, place }: Step): Promise<string[]> {
  const [publishMs, probeMs]: [number[], number[]] = [[], []];
  const bytesBefore = await databaseBytes();
  for (let round = 0; round < ROUNDS; round += 1) {
    const probing = new AbortController();
    const probes = probe(probing.signal, probeMs);
    const { name, version } = place(round);
    const startMs = performance.now();
    await publish(name, version, tarball);
    publishMs.push(performance.now() - startMs);
    probing.abort();
    await probes;
  }
  const grownKb = ((await databaseBytes()) - bytesBefore) / ROUNDS / 1000;
  return [
    title,
    ...[median(publishMs), Math.max(...publishMs), median(probeMs), Math.max(...probeMs)].map((ms) =>
      ms.toFixed(1),
    ),
    values.database === undefined ? grownKb.toFixed(0) : '',
  ];
}

/** Asks for an answer from memory again and again: what it waits is what the loop is held. */
async function probe(signal: AbortSignal, timesMs: number[]): Promise<void> {
  while (!signal.aborted) {
    const startMs = performance.now();
    await (await fetch(`${baseUrl}/pack/@bench/probe/1.0.0`)).text();
    timesMs.push(performance.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MS));
  }
}

async function publish(name: string, version: string, tarball: Buffer): Promise<void> {
  const form = new FormData();
  form.set(
    'manifest',
    `name: "${name}"\nversion: ${version}\ndescription: x\nlicense: x\nprime-version: "1.0"\n`,
  );
  form.set('tarball', new Blob([tarball as Buffer<ArrayBuffer>]), 'prime.tar.gz');
  const headers = { authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${baseUrl}/publish`, { method: 'POST', headers, body: form });
  if (response.status !== 201)
    throw new Error(`${name} ${version}: ${response.status} ${await response.text()}`);
  await response.text();
}

async function databaseBytes(): Promise<number> {
  const file = join(folder, 'data', 'registry.sqlite');
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return Math.max(...sizes);
}

function median(timesMs: readonly number[]): number {
  return timesMs.toSorted((a, b) => a - b)[timesMs.length >> 1] ?? Number.NaN;
}
