// The methods of a client that read atoms. None is part of the contract: a registry without these endpoints answers
// 404.
import {
  type AtomDetails,
  type AtomDiff,
  type AtomList,
  type AtomLookup,
  atomCopiesPath,
  atomDiffPath,
  atomListPath,
  atomLookupPath,
  atomPath,
  type EdgesIn,
  edgesInPath,
  getValue,
  parsePrimeName,
  scorePath,
  type VersionScore,
} from '@prime-registry/protocol';
import { checkAtomId, checkVersion, toQuery } from './check-arguments.ts';
import { connectionOf } from './lifecycle-client.ts';
import type { AtomListOptions, AtomOptions, EdgesInOptions } from './method-options.ts';
import type { RequestOptions } from './registry-reader.ts';
import {
  atomDiffReader,
  atomListReader,
  atomReader,
  edgesInReader,
  readAtomLookup,
  scoreReader,
} from './shapes/atoms.ts';
import { SignatureClient } from './signatures/signature-client.ts';

/** Reads atoms, and what a registry says about them. */
export abstract class AtomClient extends SignatureClient {
  /** The atoms of one version, by id. */
  async atoms(
    name: string,
    version: string,
    { kind, text, limit, offset, withProblems = false, signal }: AtomListOptions = {},
  ): Promise<AtomList> {
    const query = toQuery({ kind, q: text, limit, offset, problems: withProblems ? 'include' : undefined });
    const path = `${atomListPath(name, checkVersion(name, version))}${query}`;
    return connectionOf(this).getExtra('list of atoms', path, atomListReader(name, version), { signal });
  }

  /** One atom by its id, from any Prime that has it. */
  async atom(id: string, { text, prime, version, signal, deadline }: AtomOptions = {}): Promise<AtomDetails> {
    checkAtomId(id);
    if (prime !== undefined) getValue(parsePrimeName(prime));
    const path = `${atomPath(id)}${toQuery({ text, prime, version })}`;
    return connectionOf(this).getExtra('atom', path, atomReader(id), { signal, deadline });
  }

  /** The Primes that have some atoms. @param ids - 1 to 100 */
  async lookUpAtoms(ids: readonly string[], { signal }: RequestOptions = {}): Promise<AtomLookup> {
    for (const id of ids) checkAtomId(id);
    return connectionOf(this).getExtra('lookup of atoms', atomLookupPath(ids), readAtomLookup, { signal });
  }

  /** The atoms that say the same as some others. @param contents - 1 to 100 content keys */
  async lookUpCopies(contents: readonly string[], { signal }: RequestOptions = {}): Promise<AtomLookup> {
    const path = atomCopiesPath(contents);
    return connectionOf(this).getExtra('lookup of copies', path, readAtomLookup, { signal });
  }

  /** A page of the edges to an atom from other Primes. */
  async edgesIn(id: string, { limit, after, signal }: EdgesInOptions = {}): Promise<EdgesIn> {
    checkAtomId(id);
    const path = `${edgesInPath(id)}${toQuery({ limit, after })}`;
    return connectionOf(this).getExtra('list of edges', path, edgesInReader(id), { signal });
  }

  /** The score of a version. */
  async score(name: string, version: string, { signal }: RequestOptions = {}): Promise<VersionScore> {
    const path = scorePath(name, checkVersion(name, version));
    return connectionOf(this).getExtra('score', path, scoreReader(name, version), { signal });
  }

  /** The differences between two versions. */
  async diff(name: string, from: string, to: string, { signal }: RequestOptions = {}): Promise<AtomDiff> {
    const path = atomDiffPath(name, checkVersion(name, from), checkVersion(name, to));
    return connectionOf(this).getExtra('comparison', path, atomDiffReader(name), { signal });
  }
}
