// Answers for a missing Prime or atom: existing versions, and similar names.
import { RegistryError } from '@prime-registry/protocol';
import type { KnowledgeSource } from '../../source/knowledge-source.ts';
import type { KnownPrime, LocatedAtom, PrimeVersion } from '../../source/known-prime.ts';
import type { ToolOptions } from '../tool-options.ts';
import { ToolMistake } from './tool-mistake.ts';

/**
 * Reads something of a version. A source that says why there is no such version, such as one that was removed, mostly does
 * not say which one there is.
 * @throws ToolMistake with both
 */
async function readVersion<T>(
  source: KnowledgeSource,
  { name, wanted }: { readonly name: string | undefined; readonly wanted: string | undefined },
  options: ToolOptions,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isMissing(error) || name === undefined || wanted === undefined) throw error;
    const current = await source.findPrime(name, undefined, options);
    const said: readonly string[] = error.message.match(/[\w.+-]*\w/g) ?? [];
    if (current === undefined || said.includes(current.version)) throw error;
    throw new ToolMistake(
      `${error.message} Its current version is ${current.version}; leave 'version' out to read it.`,
    );
  }
}

/** A version of a Prime. @throws ToolMistake if there is none */
export async function requirePrime(
  source: KnowledgeSource,
  name: string,
  wanted: string | undefined,
  options: ToolOptions,
): Promise<KnownPrime> {
  const find = () => source.findPrime(name, wanted, options);
  const prime = await readVersion(source, { name, wanted }, options, find);
  if (prime !== undefined) return prime;
  throw await explainMissingPrime(source, name, wanted, options);
}

/** An atom. @throws ToolMistake if there is none */
export async function requireAtom(
  source: KnowledgeSource,
  id: string,
  { prime, version: wanted }: { readonly prime: string | undefined; readonly version: string | undefined },
  options: ToolOptions,
): Promise<LocatedAtom> {
  const find = () => source.findAtom(id, { prime, wanted }, options);
  const located = await readVersion(source, { name: prime, wanted }, options, find);
  if (located !== undefined) return located;
  throw await explainMissingAtom(source, id, { prime, version: wanted }, options);
}

/** Whether a source says that something is not there, or not any more. */
export function isMissing(error: unknown): error is RegistryError {
  return error instanceof RegistryError && (error.status === 404 || error.status === 410);
}

/** Explains that a source has no such version of a Prime. */
async function explainMissingPrime(
  source: KnowledgeSource,
  name: string,
  wanted: string | undefined,
  options: ToolOptions,
): Promise<ToolMistake> {
  if (wanted !== undefined) {
    const current = await source.findPrime(name, undefined, options);
    if (current !== undefined) {
      return new ToolMistake(
        `${name} has no version '${wanted}' here. Its current version is ${current.version}; leave 'version' out to read it.`,
      );
    }
  }
  const located = await source.findAtom(name, {}, options);
  if (located !== undefined) {
    const { atom, prime } = located;
    return new ToolMistake(
      `'${name}' is no Prime but an atom (${place(prime)}): call read_atom with id '${atom.id}', or read_prime with name '${prime.name}'.`,
    );
  }
  return notFound(source, 'Prime', name, options);
}

/** Explains that a source has no such atom. */
async function explainMissingAtom(
  source: KnowledgeSource,
  id: string,
  { prime, version }: { readonly prime: string | undefined; readonly version: string | undefined },
  options: ToolOptions,
): Promise<ToolMistake> {
  if (prime !== undefined) {
    const found = await requirePrime(source, prime, version, options);
    const elsewhere = await source.findAtom(id, {}, options);
    if (elsewhere !== undefined) {
      return new ToolMistake(
        `${place(found)} has no atom '${id}', but ${place(elsewhere.prime)} has: leave 'prime' and 'version' out, or pass that Prime.`,
      );
    }
  } else {
    const named = await source.findPrime(id, undefined, options);
    if (named !== undefined) {
      return new ToolMistake(
        `'${id}' is no atom but a Prime: call read_prime with name '${id}' for the list of its atoms.`,
      );
    }
  }
  return notFound(source, 'atom', id, options);
}

async function notFound(
  source: KnowledgeSource,
  what: 'Prime' | 'atom',
  name: string,
  options: ToolOptions,
): Promise<ToolMistake> {
  const kind = what === 'Prime' ? 'prime' : 'atom';
  const near = await source.suggest(name, kind, options);
  const hint =
    near.length === 0
      ? 'Search for it by words: search_knowledge.'
      : `Similar names: ${near.slice(0, 5).join(', ')}.`;
  return new ToolMistake(
    [`There is no ${what} '${name}' here.`, hint, options.elsewhere].filter(Boolean).join(' '),
  );
}

function place({ name, version }: PrimeVersion): string {
  return `${name} ${version}`;
}
