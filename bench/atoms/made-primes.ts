// Primes with many atoms, made from the example of this repository.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Atom, InventoryBuilder } from '@prime-registry/atoms';

/** Contents by path. */
export type PrimeFiles = Readonly<Record<string, string>>;

const EXAMPLE = join(import.meta.dirname, '../../examples/http-caching');

/** The sources of this number of atoms: those of the example repeatedly, with different ids. */
export function makeSources(atomCount: number): PrimeFiles {
  const texts = globSync('**/*.prime', { cwd: EXAMPLE })
    .toSorted()
    .map((path) => readFileSync(join(EXAMPLE, path), 'utf8'));
  const sources = Array.from({ length: atomCount }, (_, index): [string, string] => {
    const round = Math.floor(index / texts.length);
    const text = (texts[index % texts.length] ?? '').replaceAll(
      /@examples\/[a-z0-9-]+/g,
      (id) => `${id}-${round}`,
    );
    return [`primes/sources/@examples/${index}.prime`, text];
  });
  return Object.fromEntries(sources);
}

/** The compiled form of these sources. */
export async function compileSources(sources: PrimeFiles): Promise<PrimeFiles> {
  const builder = new InventoryBuilder();
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(sources)) builder.add(path, encoder.encode(text));
  const { atoms } = await builder.finish();
  return Object.fromEntries(atoms.flatMap(compile));
}

/** The compiled files of an atom. */
function compile({ id, kind, version, description, domain, edges, texts }: Atom): [string, string][] {
  const relations = edges.map(({ verb, target }) => `  - { type: ${verb}, target: "${target}" }\n`).join('');
  const facts = `kind: ${kind}\nversion: "${version}"\ndescription: ${JSON.stringify(description)}\ndomain: ${domain}\n`;
  const files = {
    'atom.yaml': `id: "${id}"\n${facts}relations:\n${relations}`,
    'graph.yaml': `atom: "${id}"\nrelations:\n${relations}`,
    'chunks/summary.md': texts.summary,
    'chunks/core.md': texts.core,
    'chunks/full.md': texts.full,
  };
  return Object.entries(files).map(([name, text]) => [`compiled/${id}/${name}`, text]);
}
