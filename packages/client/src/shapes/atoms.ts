// The atoms of a version, one atom, and the differences between two versions (none of them part of the
// contract).
import {
  type AtomDetails,
  AtomDetailsSchema,
  type AtomDiff,
  AtomDiffSchema,
  type AtomList,
  AtomListSchema,
  type AtomLookup,
  AtomLookupSchema,
  type EdgesIn,
  EdgesInSchema,
  quote,
  type VersionScore,
  VersionScoreSchema,
} from '@prime-registry/protocol';
import {
  requireAtomId,
  requireName,
  requireSameName,
  requireSameVersion,
  requireVersion,
} from './identity.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

/** Reads the list of atoms of a version. */
export function atomListReader(name: string, version: string): ShapeReader<AtomList> {
  return (body) => {
    const list = readShape(AtomListSchema, body);
    requireSameName(list.name, name);
    requireSameVersion(list.version, version);
    for (const { id } of list.atoms) requireAtomId(id);
    return list;
  };
}

/** Reads an atom. */
export function atomReader(id: string): ShapeReader<AtomDetails> {
  return (body) => {
    const atom = readShape(AtomDetailsSchema, body);
    if (atom.id !== id) throw new ShapeError(`it is about ${quote(atom.id)} instead of '${id}'`);
    for (const { name, version } of [atom.prime, ...atom.primes]) requirePrime(name, version);
    for (const { prime } of [...atom.edges, ...(atom.edges_in ?? [])])
      if (prime !== undefined) requirePrime(prime.name, prime.version);
    for (const { target } of atom.edges) requireAtomId(target);
    for (const { from } of atom.edges_in ?? []) requireAtomId(from);
    return atom;
  };
}

/** Reads the differences between two versions. */
export function atomDiffReader(name: string): ShapeReader<AtomDiff> {
  return (body) => {
    const diff = readShape(AtomDiffSchema, body);
    requireSameName(diff.name, name);
    return diff;
  };
}

/** Reads the Primes that have some atoms. */
export function readAtomLookup(body: unknown): AtomLookup {
  const lookup = readShape(AtomLookupSchema, body);
  for (const { id, primes } of lookup.atoms) {
    requireAtomId(id);
    for (const { name, version } of primes) requirePrime(name, version);
  }
  for (const { atoms } of lookup.copies ?? [])
    for (const { name, version } of atoms) requirePrime(name, version);
  return lookup;
}

/** Reads a page of the edges to an atom. */
export function edgesInReader(id: string): ShapeReader<EdgesIn> {
  return (body) => {
    const page = readShape(EdgesInSchema, body);
    if (page.id !== id) throw new ShapeError(`it is about ${quote(page.id)} instead of '${id}'`);
    for (const { prime, from } of page.edges) {
      requirePrime(prime.name, prime.version);
      requireAtomId(from);
    }
    return page;
  };
}

/** Reads the score of a version. */
export function scoreReader(name: string, version: string): ShapeReader<VersionScore> {
  return (body) => {
    const score = readShape(VersionScoreSchema, body);
    requireSameName(score.name, name);
    requireSameVersion(score.version, version);
    return score;
  };
}

function requirePrime(name: string, version: string): void {
  requireName(name);
  requireVersion(version);
}
