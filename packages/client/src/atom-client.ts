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
    const path = atomListPath(name, checkVersion(name, version));
    const query = toQuery({ kind, q: text, limit, offset, problems: withProblems ? 'include' : undefined });
    const read = atomListReader(name, version);
    return connectionOf(this).getJson({
      path: `${path}${query}`,
      signal,
      what: 'list of atoms',
      read,
      isOptional: true,
    });
  }

  /** One atom by its id, from any Prime that has it. */
  async atom(id: string, { text, prime, version, signal, deadline }: AtomOptions = {}): Promise<AtomDetails> {
    checkAtomId(id);
    if (prime !== undefined) getValue(parsePrimeName(prime));
    const path = `${atomPath(id)}${toQuery({ text, prime, version })}`;
    const read = atomReader(id);
    return connectionOf(this).getJson({ path, signal, deadline, what: 'atom', read, isOptional: true });
  }

  /** The Primes that have some atoms. @param ids - 1 to 100 */
  async lookUpAtoms(ids: readonly string[], { signal }: RequestOptions = {}): Promise<AtomLookup> {
    for (const id of ids) checkAtomId(id);
    const path = atomLookupPath(ids);
    return connectionOf(this).getJson({
      path,
      signal,
      what: 'lookup of atoms',
      read: readAtomLookup,
      isOptional: true,
    });
  }

  /** The atoms that say the same as some others. @param contents - 1 to 100 content keys */
  async lookUpCopies(contents: readonly string[], { signal }: RequestOptions = {}): Promise<AtomLookup> {
    return connectionOf(this).getJson({
      path: atomCopiesPath(contents),
      signal,
      what: 'lookup of copies',
      read: readAtomLookup,
      isOptional: true,
    });
  }

  /** A page of the edges to an atom from other Primes. */
  async edgesIn(id: string, { limit, after, signal }: EdgesInOptions = {}): Promise<EdgesIn> {
    checkAtomId(id);
    const path = `${edgesInPath(id)}${toQuery({ limit, after })}`;
    return connectionOf(this).getJson({
      path,
      signal,
      what: 'list of edges',
      read: edgesInReader(id),
      isOptional: true,
    });
  }

  /** The score of a version. */
  async score(name: string, version: string, { signal }: RequestOptions = {}): Promise<VersionScore> {
    const path = scorePath(name, checkVersion(name, version));
    return connectionOf(this).getJson({
      path,
      signal,
      what: 'score',
      read: scoreReader(name, version),
      isOptional: true,
    });
  }

  /** The differences between two versions. */
  async diff(name: string, from: string, to: string, { signal }: RequestOptions = {}): Promise<AtomDiff> {
    const path = atomDiffPath(name, checkVersion(name, from), checkVersion(name, to));
    return connectionOf(this).getJson({
      path,
      signal,
      what: 'comparison',
      read: atomDiffReader(name),
      isOptional: true,
    });
  }
}
