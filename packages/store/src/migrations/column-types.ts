// The column types that differ between engines. Frozen like the migrations: add a property for a new type.
import { type ColumnDataType, type RawBuilder, sql } from 'kysely';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** The column types of migrations that both engines share. */
export interface ColumnTypes {
  /** A primary key that the database generates, in ascending order. */
  readonly identity: ColumnType;
  /** A reference to one, or a count, up to 2^53. */
  readonly wholeNumber: ColumnType;
  /** Text in byte order, in every locale. */
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
  // Byte order, as in SQLite: names, versions and digests are ASCII.
  text: sql`text collate "C"`,
  bytes: 'bytea',
};
