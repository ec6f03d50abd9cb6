// An atom as two rows, its content and its texts, each with a key that is a digest of the row.
import { hash } from 'node:crypto';
import { type Atom, type ComparedAtom, contentKeyOf } from '@prime-registry/atoms';
import type { Selectable } from 'kysely';
import type {
  AtomFacts,
  ComparedFacts,
  ComparedRow,
  GraphAtom,
  GraphRow,
  LinkedAtom,
  ListedAtom,
} from '../contracts/atom-store.ts';
import type { ContentRow } from '../contracts/new-inventory.ts';
import type { Schema } from '../sql/schema.ts';
import { decodeEdges, encodeEdges } from './edge-column.ts';

/** The fields of an atom without a column of their own: JSON in `facts`. */
type OtherFacts = Pick<
  Atom,
  'version' | 'label' | 'domain' | 'tags' | 'origin' | 'path' | 'line' | 'tokens' | 'hash'
>;

/** The columns of a listed atom. */
export const LISTED_COLUMNS = ['id', 'atom', 'kind', 'name', 'description', 'facts'] as const;

/** The same with its edges. */
export const LINKED_COLUMNS = [...LISTED_COLUMNS, 'edges'] as const;

/** The columns of an atom without its texts. */
export const FACT_COLUMNS = [...LISTED_COLUMNS, 'edges', 'fields', 'texts_id'] as const;

type Row = Selectable<Schema['atom_contents']>;

/**
 * The row of an atom. Its key includes the Prime, so Primes do not share rows, and transactions that publish
 * in different scopes never need the same row.
 */
export function encodeContent(prime: string, atom: Atom, textsKey: string): ContentRow {
  const { version, label, domain, tags, origin, path, line, tokens, hash } = atom;
  const facts: OtherFacts = { version, label, domain, tags, origin, path, line, tokens, hash };
  const row = {
    atom: atom.id,
    kind: atom.kind,
    name: atom.name,
    description: atom.description,
    facts: JSON.stringify(facts),
    edges: encodeEdges(atom.edges),
    fields: JSON.stringify(atom.fields.map(({ field, fingerprint }) => [field, fingerprint])),
  };
  // Not in the key: it follows from the other columns.
  return {
    ...row,
    key: keyOf([prime, textsKey, ...Object.values(row)]),
    content_key: contentKeyOf(atom) ?? null,
  };
}

/** The bytes of the row of an atom. Its content key is not counted: earlier programs stored atoms without it. */
export function countContentBytes({ content_key: _, ...counted }: ContentRow): number {
  return Object.values(counted).reduce((sum, column) => sum + Buffer.byteLength(column), 0);
}

/** Reads the content of an EncodedAtom. */
export function decodeContent({ buffer, byteOffset, byteLength }: Uint8Array): ContentRow {
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString()) as ContentRow;
}

/** The listed atom of a row. */
export function toListedAtom(row: Omit<GraphRow, 'edges'>): ListedAtom {
  // JSON omits undefined fields.
  const { version, label, domain, line, ...facts } = JSON.parse(row.facts) as OtherFacts;
  const { atom: id, kind, name, description } = row;
  return { id, kind, name, version, label, description, domain, line, ...facts };
}

/** The atom of a row. */
export function toAtomFacts(row: Pick<Row, (typeof FACT_COLUMNS)[number]>): AtomFacts {
  return { ...toListedAtom(row), edges: decodeEdges(row.edges), fields: toFields(row.fields) };
}

/** The atom of a row, without what only comparisons need. */
export function toLinkedAtom(row: GraphRow): LinkedAtom {
  return { ...toListedAtom(row), edges: decodeEdges(row.edges) };
}

/** The atom of a row of {@link AtomStore.findComparedRows}. */
export function decodeComparedAtom({
  atom: id,
  kind,
  name,
  ...row
}: Omit<ComparedRow, 'description'>): ComparedAtom {
  const { hash, origin } = JSON.parse(row.facts) as OtherFacts;
  return { id, kind, name, hash, origin, edges: decodeEdges(row.edges), fields: toFields(row.fields) };
}

/** The facts of such a row, as people compare them. */
export function decodeComparedFacts({ kind, name, description, facts }: ComparedRow): ComparedFacts {
  const { version, label, domain, tags } = JSON.parse(facts) as OtherFacts;
  return { kind, name, description, version, label, domain, tags };
}

/** The atom of a row of {@link AtomStore.readGraphRows}. */
export function decodeGraphAtom({ atom: id, kind, name, description, ...row }: GraphRow): GraphAtom {
  return { id, kind, name, label: findLabel(row.facts), description, edges: decodeEdges(row.edges) };
}

/** Facts with the usual beginning. */
const LABELLED = /^\{"version":"[^"\\]*","label":"([^"\\]*)"/;

/** The label in the facts. It stands at their beginning, unless something in it is escaped or a program wrote them otherwise. */
function findLabel(facts: string): string | undefined {
  return LABELLED.exec(facts)?.[1] ?? (JSON.parse(facts) as OtherFacts).label;
}

/** Reads the column of the fingerprints. */
function toFields(json: string): Atom['fields'] {
  return (JSON.parse(json) as [string, string][]).map(([field, fingerprint]) => ({ field, fingerprint }));
}

/** 132 bits of SHA-256. A collision can only be made on purpose, and only within one Prime. */
export function keyOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
