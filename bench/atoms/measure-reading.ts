// Measures how long reading the atoms of a Prime takes, without a server.
import { diffInventories, type Inventory, InventoryBuilder } from '@prime-registry/atoms';
import { markdownTable } from '../report/markdown-table.ts';
import { compileSources, makeSources, type PrimeFiles } from './made-primes.ts';

const ROUNDS = 25;

type EncodedFiles = readonly (readonly [path: string, bytes: Uint8Array])[];

/** Measures it. @returns Markdown */
export async function measureReading(atomCount: number): Promise<string> {
  const sourceFiles = makeSources(atomCount);
  const sources = encode(sourceFiles);
  const compiled = encode(await compileSources(sourceFiles));
  const { atoms } = await build(sources);
  const sizeBytes = sources.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  const rows: string[][] = [];
  for (const [title, work] of [
    ['Sources', () => build(sources)],
    ['Compiled form', () => build(compiled)],
    ['Both', () => build([...compiled, ...sources])],
    ['Comparison of two versions', async () => diffInventories(atoms, atoms.toReversed())],
  ] as const) {
    rows.push([title, (await findBestMs(work)).toFixed(1)]);
  }
  const title = `Reading ${atoms.length} atoms, ${(sizeBytes / 1e6).toFixed(1)} MB of sources; best of ${ROUNDS} rounds.`;
  return `${title}\n\n${markdownTable(['Reading of', 'ms'], rows)}`;
}

function encode(files: PrimeFiles): EncodedFiles {
  const encoder = new TextEncoder();
  return Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]);
}

async function build(files: EncodedFiles): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const [path, bytes] of files) if (builder.wants(path, bytes.length)) builder.add(path, bytes);
  return await builder.finish();
}

/** The shortest time: other load of the machine only adds to it. */
async function findBestMs(work: () => Promise<unknown>): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    await work();
    bestMs = Math.min(bestMs, performance.now() - startMs);
  }
  return bestMs;
}
