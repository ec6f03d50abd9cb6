// The atoms of a version, one atom, and the differences between two versions (none of them part of the
// contract).
import {
  type AtomDetails,
  AtomDetailsSchema,
  type AtomDiff,
  AtomDiffSchema,
  type AtomList,
  AtomListSchema,
} from '@prime-registry/protocol';
import { requireName, requireSameName, requireSameVersion, requireVersion } from './identity.ts';
import { readShape, ShapeError, type ShapeReader } from './read-shape.ts';

/** Reads the list of atoms of a version. */
export function atomListReader(name: string, version: string): ShapeReader<AtomList> {
  return (body) => {
    const list = readShape(AtomListSchema, body);
    requireSameName(list.name, name);
    requireSameVersion(list.version, version);
    return list;
  };
}

/** Reads an atom. */
export function atomReader(id: string): ShapeReader<AtomDetails> {
  return (body) => {
    const atom = readShape(AtomDetailsSchema, body);
    if (atom.id !== id) throw new ShapeError(`it is about '${atom.id}' instead of '${id}'`);
    for (const { name, version } of [atom.prime, ...atom.primes]) {
      requireName(name);
      requireVersion(version);
    }
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
