// What to say of a Prime or an atom that is not there: what is there instead, and what has a similar name.
import type { KnowledgeSource, PrimeVersion } from '../../source/knowledge-source.ts';
import { readOptions, type ToolOptions } from '../tool-options.ts';
import { ToolMistake } from './tool-mistake.ts';

/** Explains that a source has no such version of a Prime. */
export async function explainMissingPrime(
  source: KnowledgeSource,
  name: string,
  wanted: string | undefined,
  options: ToolOptions,
): Promise<ToolMistake> {
  if (wanted !== undefined) {
    const current = await source.findPrime(name, undefined, readOptions(options));
    if (current !== undefined) {
      return new ToolMistake(
        `${name} has no version '${wanted}' here. Its current version is ${current.version}; leave 'version' out to read it.`,
      );
    }
  }
  const located = await source.findAtom(name, {}, readOptions(options));
  if (located !== undefined) {
    const { atom, prime } = located;
    return new ToolMistake(
      `'${name}' is no Prime but an atom (${place(prime)}): call read_atom with id '${atom.id}', or read_prime with name '${prime.name}'.`,
    );
  }
  return notFound(source, 'Prime', name, options);
}

/** Explains that a source has no such atom. */
export async function explainMissingAtom(
  source: KnowledgeSource,
  id: string,
  { prime, version }: { readonly prime: string | undefined; readonly version: string | undefined },
  options: ToolOptions,
): Promise<ToolMistake> {
  if (prime !== undefined) {
    const found = await source.findPrime(prime, version, readOptions(options));
    if (found === undefined) return explainMissingPrime(source, prime, version, options);
    const elsewhere = await source.findAtom(id, {}, readOptions(options));
    if (elsewhere !== undefined) {
      return new ToolMistake(
        `${place(found)} has no atom '${id}', but ${place(elsewhere.prime)} has: leave 'prime' and 'version' out, or pass that Prime.`,
      );
    }
  } else {
    const named = await source.findPrime(id, undefined, readOptions(options));
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
  const near = await source.suggest(name, kind, readOptions(options));
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
