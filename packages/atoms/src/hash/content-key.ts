// A key of an atom's content without its id: finds copies under other ids.
import type { Atom, BareEdge } from '../atom.ts';
import { fingerprint } from './content-hash.ts';

export type KeyedAtom = Pick<Atom, 'kind' | 'description' | 'fields'> & {
  readonly edges: readonly BareEdge[];
};

/** Two copies may differ in these: who they are, and where they lead. */
const NOT_CONTENT = new Set(['id', 'version', 'relations']);

/**
 * The key of what an atom says: 16 hexadecimal digits of its kind and its fields, without id, name, version and edges.
 * Made from fingerprints, so that it can be computed for stored atoms too. Two atoms with the same key can be made on
 * purpose: it is a hint, no proof. A source and its compiled form have different keys.
 * @returns undefined for an atom without a description, which says too little
 */
export function contentKeyOf({ kind, description, edges, fields }: KeyedAtom): string | undefined {
  if (description === '') return undefined;
  const verbs = new Set(edges.map(({ verb }) => verb));
  const said = fields.filter(({ field }) => !NOT_CONTENT.has(field) && !verbs.has(field));
  if (said.length === 0) return undefined;
  return fingerprint(JSON.stringify([kind, ...said.map(({ field, fingerprint }) => [field, fingerprint])]));
}
