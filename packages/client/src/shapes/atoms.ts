// The atoms of a version, one atom, and what was changed between two versions (none of them part of the contract).
import type { AtomDetails, AtomDiff, AtomList } from '@prime-registry/protocol';
import {
  getChangeCounts,
  getKinds,
  getObjects,
  getRule,
  getWord,
  optional,
  optionalCount,
  readProblem,
} from './atom-parts.ts';
import {
  type Fields,
  getCount,
  getFields,
  getFlag,
  getText,
  getTexts,
  ShapeError,
  type ShapeReader,
} from './fields.ts';
import { getName, getSameName, getSameVersion, getVersion } from './identity.ts';

const STANDINGS = ['inside', 'outside', 'dangling'] as const;

/** Reads the list of atoms of a version. */
export function atomListReader(name: string, version: string): ShapeReader<AtomList> {
  return (body) => {
    const fields = getFields(body);
    return {
      name: getSameName(fields, name),
      version: getSameVersion(fields, version),
      atom_count: getCount(fields, 'atom_count'),
      kinds: getKinds(fields),
      problem_count: getCount(fields, 'problem_count'),
      ...((fields.problems ?? undefined) !== undefined && {
        problems: getObjects(fields, 'problems', readProblem),
      }),
      total: getCount(fields, 'total'),
      atoms: getObjects(fields, 'atoms', readListedAtom),
    };
  };
}

/** Reads an atom. */
export function atomReader(id: string): ShapeReader<AtomDetails> {
  return (body) => {
    const fields = getFields(body);
    const atom = readListedAtom(fields);
    if (atom.id !== id) throw new ShapeError(`it is about '${atom.id}' instead of '${id}'`);
    return {
      ...atom,
      hash: getText(fields, 'hash'),
      edges: getObjects(fields, 'edges', (edge) => ({
        verb: getText(edge, 'verb'),
        target: getText(edge, 'target'),
        standing: getWord(edge, 'standing', STANDINGS),
      })),
      ...optional(fields, 'text'),
      prime: readPlace(getFields(fields.prime)),
      primes: getObjects(fields, 'primes', (place) => ({
        ...readPlace(place),
        own_scope: getFlag(place, 'own_scope'),
      })),
    };
  };
}

/** Reads what was changed between two versions. */
export function atomDiffReader(name: string): ShapeReader<AtomDiff> {
  return (body) => {
    const fields = getFields(body);
    return {
      name: getSameName(fields, name),
      from: getText(fields, 'from'),
      to: getText(fields, 'to'),
      rule: getRule(fields),
      counts: getChangeCounts(fields, 'counts'),
      added: getObjects(fields, 'added', readNamed),
      removed: getObjects(fields, 'removed', readNamed),
      changed: getObjects(fields, 'changed', (atom) => ({
        ...readNamed(atom),
        fields: getTexts(atom, 'fields'),
      })),
      edges_gained: getObjects(fields, 'edges_gained', (edge) => ({
        ...readEdge(edge),
        standing: getWord(edge, 'standing', STANDINGS),
      })),
      edges_lost: getObjects(fields, 'edges_lost', readEdge),
      removed_verbs: getTexts(fields, 'removed_verbs'),
    };
  };
}

function readListedAtom(fields: Fields): AtomList['atoms'][number] {
  const tokens = getFields(fields.tokens);
  return {
    ...readNamed(fields),
    ...optional(fields, 'version'),
    ...optional(fields, 'label'),
    description: getText(fields, 'description'),
    ...optional(fields, 'domain'),
    tags: getTexts(fields, 'tags'),
    tokens: {
      summary: getCount(tokens, 'summary'),
      core: getCount(tokens, 'core'),
      full: getCount(tokens, 'full'),
    },
    path: getText(fields, 'path'),
    ...optionalCount(fields, 'line'),
  };
}

function readNamed(fields: Fields): { id: string; kind: string; name: string } {
  return { id: getText(fields, 'id'), kind: getText(fields, 'kind'), name: getText(fields, 'name') };
}

function readEdge(fields: Fields): { verb: string; from: string; target: string } {
  return { verb: getText(fields, 'verb'), from: getText(fields, 'from'), target: getText(fields, 'target') };
}

function readPlace(fields: Fields): { name: string; version: string } {
  return { name: getName(fields), version: getVersion(fields) };
}
