// `npm run bench:atoms`: how long it takes to read what is inside a Prime of 900 atoms, made of the example of this repository.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Atom, diffInventories, type Inventory, InventoryBuilder } from '@prime-registry/atoms';

const ATOMS = 900;
const ROUNDS = 25;
const EXAMPLE = join(import.meta.dirname, '../examples/http-caching');

interface PrimeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();
const sources = makeSources();
const { atoms } = await build(sources);
const compiled = atoms.flatMap(compile);
const sizeBytes = sources.reduce((sum, { bytes }) => sum + bytes.length, 0);

console.log(`${atoms.length} atoms, ${(sizeBytes / 1e6).toFixed(1)} MB of sources, best of ${ROUNDS} rounds`);
const sourcesMs = await measure('sources', () => build(sources));
console.log(`  which is ${(sizeBytes / 1000 / sourcesMs).toFixed(1)} MB/s`);
await measure('compiled', () => build(compiled));
await measure('both', () => build([...compiled, ...sources]));
await measure('diff', () => diffInventories(atoms, atoms.toReversed()));

/** The example over and over, each time with other ids. */
function makeSources(): PrimeFile[] {
  const texts = globSync('**/*.prime', { cwd: EXAMPLE })
    .toSorted()
    .map((path) => readFileSync(join(EXAMPLE, path), 'utf8'));
  return Array.from({ length: ATOMS }, (_, index) => {
    const round = Math.floor(index / texts.length);
    const text = (texts[index % texts.length] ?? '').replaceAll(
      /@examples\/[a-z0-9-]+/g,
      (id) => `${id}-${round}`,
    );
    return { path: `primes/sources/@examples/${index}.prime`, bytes: encoder.encode(text) };
  });
}

/** The files that a compiler writes for an atom. */
function compile({ id, kind, version, description, domain, edges, texts }: Atom): PrimeFile[] {
  const relations = edges.map(({ verb, target }) => `  - { type: ${verb}, target: "${target}" }\n`).join('');
  const facts = `kind: ${kind}\nversion: "${version}"\ndescription: ${JSON.stringify(description)}\ndomain: ${domain}\n`;
  const files = {
    'atom.yaml': `id: "${id}"\n${facts}relations:\n${relations}`,
    'graph.yaml': `atom: "${id}"\nrelations:\n${relations}`,
    'chunks/summary.md': texts.summary,
    'chunks/core.md': texts.core,
    'chunks/full.md': texts.full,
  };
  return Object.entries(files).map(([name, text]) => ({
    path: `compiled/${id}/${name}`,
    bytes: encoder.encode(text),
  }));
}

async function build(files: readonly PrimeFile[]): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const { path, bytes } of files) if (builder.wants(path, bytes.length)) builder.add(path, bytes);
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
