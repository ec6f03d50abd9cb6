// `npm run bench:atoms`: how long it takes to read what is inside a Prime of 900 atoms, made of the example of this repository.
import { diffInventories, type Inventory, InventoryBuilder } from '@prime-registry/atoms';
import { compileSources, makeSources, type PrimeFiles } from './atoms/made-primes.ts';

const ATOMS = 900;
const ROUNDS = 25;

type EncodedFiles = readonly (readonly [path: string, bytes: Uint8Array])[];

const sourceFiles = makeSources(ATOMS);
const sources = encode(sourceFiles);
const compiled = encode(await compileSources(sourceFiles));
const { atoms } = await build(sources);
const sizeBytes = sources.reduce((sum, [, bytes]) => sum + bytes.length, 0);

console.log(`${atoms.length} atoms, ${(sizeBytes / 1e6).toFixed(1)} MB of sources, best of ${ROUNDS} rounds`);
const sourcesMs = await measure('sources', () => build(sources));
console.log(`  which is ${(sizeBytes / 1000 / sourcesMs).toFixed(1)} MB/s`);
await measure('compiled', () => build(compiled));
await measure('both', () => build([...compiled, ...sources]));
await measure('diff', () => diffInventories(atoms, atoms.toReversed()));

function encode(files: PrimeFiles): EncodedFiles {
  const encoder = new TextEncoder();
  return Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]);
}

async function build(files: EncodedFiles): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const [path, bytes] of files) if (builder.wants(path, bytes.length)) builder.add(path, bytes);
  return await builder.finish();
}

/** The best of some rounds, in milliseconds: whatever else the machine does only adds to it. */
async function measure(title: string, work: () => unknown): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    await work();
    bestMs = Math.min(bestMs, performance.now() - startMs);
  }
  console.log(`  ${title.padEnd(9)} ${bestMs.toFixed(1)} ms`);
  return bestMs;
}
