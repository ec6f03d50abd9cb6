// Reads the contents of atoms by their ids, in batches.
import type { SelectExpression } from 'kysely';
import { prepareForMany } from '../sql/batches.ts';
import type { Schema } from '../sql/schema.ts';
import { FACT_COLUMNS, LISTED_COLUMNS } from './encode-atom.ts';

/** Prepares a read of some columns. */
export function prepareRead<Column extends SelectExpression<Schema, 'atom_contents'>>(
  columns: readonly Column[],
) {
  return prepareForMany((db, ids: readonly number[]) =>
    db.selectFrom('atom_contents').where('id', 'in', ids).select(columns),
  );
}

export const readListed = prepareRead(LISTED_COLUMNS);
export const readFacts = prepareRead(FACT_COLUMNS);
