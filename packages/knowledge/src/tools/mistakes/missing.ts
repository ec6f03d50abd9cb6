// Answers for a missing Prime or atom: existing versions, and similar names.
import { RegistryError } from '@prime-registry/protocol';
import type { KnownPrime, LocatedAtom, PrimeVersion } from '../../source/known-prime.ts';
import type { ToolCall } from '../tool-options.ts';
import { ToolMistake } from './tool-mistake.ts';

/**
 * Reads something of a version. A source that says why there is no such version, such as one that was removed, mostly does
 * not say which one there is.
 * @throws ToolMistake with both
 */
async function readVersion<T>(
  call: ToolCall,
  { name, wanted }: { readonly name: string | undefined; readonly wanted: string | undefined },
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isMissing(error) || name === undefined || wanted === undefined) throw error;
    const current = await call.source.findPrime(name, undefined, call);
    const said: readonly string[] = error.message.match(/[\w.+-]*\w/g) ?? [];
    if (current === undefined || said.includes(current.version)) throw error;
    throw new ToolMistake(
      `${error.message} Its current version is ${current.version}; leave 'version' out to read it.`,
    );
  }
}

/** A version of a Prime. @throws ToolMistake if there is none */
export async function requirePrime(
  call: ToolCall,
  name: string,
  wanted: string | undefined,
): Promise<KnownPrime> {
  const find = () => call.source.findPrime(name, wanted, call);
  const prime = await readVersion(call, { name, wanted }, find);
  if (prime !== undefined) return prime;
  throw await explainMissingPrime(call, name, wanted);
}

/** An atom. @throws ToolMistake if there is none */
export async function requireAtom(
  call: ToolCall,
  id: string,
  { prime, version: wanted }: { readonly prime: string | undefined; readonly version: string | undefined },
): Promise<LocatedAtom> {
  const find = () => call.source.findAtom(id, { prime, wanted }, call);
  const located = await readVersion(call, { name: prime, wanted }, find);
  if (located !== undefined) return located;
  throw await explainMissingAtom(call, id, { prime, version: wanted });
}

/** Whether a source says that something is not there, or not any more. */
export function isMissing(error: unknown): error is RegistryError {
  return error instanceof RegistryError && (error.status === 404 || error.status === 410);
}

/** Explains that a source has no such version of a Prime. */
async function explainMissingPrime(
  call: ToolCall,
  name: string,
  wanted: string | undefined,
): Promise<ToolMistake> {
  if (wanted !== undefined) {
    const current = await call.source.findPrime(name, undefined, call);
    if (current !== undefined) {
      return new ToolMistake(
        `${name} has no version '${wanted}' here. Its current version is ${current.version}; leave 'version' out to read it.`,
      );
    }
  }
  const located = await call.source.findAtom(name, {}, call);
  if (located !== undefined) {
    const { atom, prime } = located;
    return new ToolMistake(
      `'${name}' is no Prime but an atom (${place(prime)}): call read_atom with id '${atom.id}', or read_prime with name '${prime.name}'.`,
    );
  }
  return notFound(call, 'Prime', name);
}

/** Explains that a source has no such atom. */
async function explainMissingAtom(
  call: ToolCall,
  id: string,
  { prime, version }: { readonly prime: string | undefined; readonly version: string | undefined },
): Promise<ToolMistake> {
  if (prime !== undefined) {
    const found = await requirePrime(call, prime, version);
    const elsewhere = await call.source.findAtom(id, {}, call);
    if (elsewhere !== undefined) {
      return new ToolMistake(
        `${place(found)} has no atom '${id}', but ${place(elsewhere.prime)} has: leave 'prime' and 'version' out, or pass that Prime.`,
      );
    }
  } else {
    const named = await call.source.findPrime(id, undefined, call);
    if (named !== undefined) {
      return new ToolMistake(
        `'${id}' is no atom but a Prime: call read_prime with name '${id}' for the list of its atoms.`,
      );
    }
  }
  return notFound(call, 'atom', id);
}

async function notFound(call: ToolCall, what: 'Prime' | 'atom', name: string): Promise<ToolMistake> {
  const kind = what === 'Prime' ? 'prime' : 'atom';
  const near = await call.source.suggest(name, kind, call);
  const hint =
    near.length === 0
      ? 'Search for it by words: search_knowledge.'
      : `Similar names: ${near.slice(0, 5).join(', ')}.`;
  return new ToolMistake(
    [`There is no ${what} '${name}' here.`, hint, call.elsewhere].filter(Boolean).join(' '),
  );
}

function place({ name, version }: PrimeVersion): string {
  return `${name} ${version}`;
}
