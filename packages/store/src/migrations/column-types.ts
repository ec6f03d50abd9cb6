// The types of columns whose names differ between engines. Frozen, as the migrations are: a new type is a new property.
import { type ColumnDataType, type RawBuilder, sql } from 'kysely';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** The types of columns that the migrations of both engines share. */
export interface ColumnTypes {
  /** Of a primary key that the database makes, each larger than those before. */
  readonly identity: ColumnType;
  /** Of a reference to one, and of other counts, up to 2^53. */
  readonly wholeNumber: ColumnType;
  /** Text that is compared and ordered by its bytes, in every locale. */
  readonly text: ColumnType;
  readonly bytes: ColumnType;
}

// An integer that is the primary key is the rowid; text is compared by its bytes (sqlite.org/datatype3.html).
export const SQLITE_TYPES: ColumnTypes = {
  identity: 'integer',
  wholeNumber: 'integer',
  text: 'text',
  bytes: 'blob',
};

export const POSTGRES_TYPES: ColumnTypes = {
  identity: sql`bigint generated always as identity`,
  wholeNumber: 'bigint',
  // By bytes, as in SQLite: names, versions and digests are ASCII.
  text: sql`text collate "C"`,
  bytes: 'bytea',
};
