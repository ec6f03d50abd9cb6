// The atoms of a version, one atom, and the differences between two versions (none of them part of the
// contract).
import {
  AtomDetailsSchema,
  AtomDiffSchema,
  AtomListSchema,
  AtomLookupSchema,
  EdgesInSchema,
  quote,
  VersionScoreSchema,
} from '@prime-registry/protocol';
import { requireAtomId, requireName, requireSameName, requireSubject, requireVersion } from './identity.ts';
import { readerOf, ShapeError } from './read-shape.ts';

export function atomListReader(name: string, version: string) {
  return readerOf(AtomListSchema, (list) => {
    requireSubject(list, { name, version });
    for (const { id } of list.atoms) requireAtomId(id);
  });
}

export function atomReader(id: string) {
  return readerOf(AtomDetailsSchema, (atom) => {
    requireSameId(atom.id, id);
    for (const { name, version } of [atom.prime, ...atom.primes]) requirePrime(name, version);
    for (const { prime } of [...atom.edges, ...(atom.edges_in ?? [])])
      if (prime !== undefined) requirePrime(prime.name, prime.version);
    for (const { target } of atom.edges) requireAtomId(target);
    for (const { from } of atom.edges_in ?? []) requireAtomId(from);
  });
}

export function atomDiffReader(name: string) {
  return readerOf(AtomDiffSchema, (diff) => requireSameName(diff.name, name));
}

export const readAtomLookup = readerOf(AtomLookupSchema, (lookup) => {
  for (const { id, primes } of lookup.atoms) {
    requireAtomId(id);
    for (const { name, version } of primes) requirePrime(name, version);
  }
  for (const { atoms } of lookup.copies ?? [])
    for (const { name, version } of atoms) requirePrime(name, version);
});

export function edgesInReader(id: string) {
  return readerOf(EdgesInSchema, (page) => {
    requireSameId(page.id, id);
    for (const { prime, from } of page.edges) {
      requirePrime(prime.name, prime.version);
      requireAtomId(from);
    }
  });
}

export function scoreReader(name: string, version: string) {
  return readerOf(VersionScoreSchema, (score) => requireSubject(score, { name, version }));
}

function requireSameId(id: string, asked: string): void {
  if (id !== asked) throw new ShapeError(`it is about ${quote(id)} instead of '${asked}'`);
}

function requirePrime(name: string, version: string): void {
  requireName(name);
  requireVersion(version);
}
