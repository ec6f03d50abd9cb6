// Makes the compiled form of a Prime on disk from its sources, in memory.
import type { PackEntry } from '@prime-registry/archive';
import { type AtomProblem, compileAtoms, type Inventory, InventoryBuilder } from '@prime-registry/atoms';
import { formatCount } from '@prime-registry/command-line';
import type { FieldProblem } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';

export interface CompiledPrime {
  /** The contents by path, relative to the folder of the compiled form. */
  readonly files: ReadonlyMap<string, string>;
  readonly inventory: Inventory;
}

/** Most problems in an error. */
const MAX_SHOWN = 20;

/**
 * Compiles the sources among the files of a Prime.
 * @param folder what the compiled form is called, such as `compiled`
 * @throws ValidationError if a source cannot be read, if there is no atom, and if registries could not read the result
 */
export async function compilePrime(entries: readonly PackEntry[], folder: string): Promise<CompiledPrime> {
  const builder = new InventoryBuilder();
  const sources = await readSources(entries, builder);
  const inventory = await builder.finish();
  requireNone(inventory.problems, 'the sources cannot be compiled');
  if (inventory.atoms.length === 0) {
    throw new ValidationError(
      "there is nothing to compile: no atoms were found in .prime files below 'primes/'",
    );
  }
  const files = compileAtoms(inventory.atoms);
  await requireReadable(sources, files, folder);
  return { files, inventory };
}

async function readSources(
  entries: readonly PackEntry[],
  builder: InventoryBuilder,
): Promise<Map<string, Uint8Array>> {
  const sources = new Map<string, Uint8Array>();
  for (const { path, sizeBytes, read } of entries) {
    const isSource = path.startsWith('primes/') && path.endsWith('.prime');
    if (!isSource || !builder.wants(path, sizeBytes)) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of read()) chunks.push(chunk as Uint8Array);
    const bytes = Buffer.concat(chunks);
    sources.set(path, bytes);
    builder.add(path, bytes);
  }
  return sources;
}

/** Reads the result as a registry does: a Prime may be too large for a compiled form. */
async function requireReadable(
  sources: ReadonlyMap<string, Uint8Array>,
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<void> {
  const builder = new InventoryBuilder();
  for (const [path, bytes] of sources) if (builder.wants(path, bytes.length)) builder.add(path, bytes);
  for (const [path, text] of files) {
    const [place, bytes] = [`${folder}/${path}`, Buffer.from(text)];
    if (builder.wants(place, bytes.length)) builder.add(place, bytes);
  }
  const { problems, stale } = await builder.finish();
  requireNone(
    [...problems, ...(stale?.places ?? []).map((place) => ({ ...place, severity: 'error' as const }))],
    'the compiled form would be more than registries read; split the Prime, or publish it without one',
  );
}

function requireNone(problems: readonly AtomProblem[], message: string): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const shown = errors.slice(0, MAX_SHOWN).map(
    ({ path, line, column, message: text }): FieldProblem => ({
      ...{ field: path, message: text },
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
    }),
  );
  const more = errors.length - shown.length;
  if (more > 0) shown.push({ field: '…', message: `and ${formatCount(more, 'more problem')}` });
  throw new ValidationError(message, shown);
}
