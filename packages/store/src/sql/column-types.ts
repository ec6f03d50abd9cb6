// The types of columns that engines call by other names.
import type { ColumnDataType, RawBuilder } from 'kysely';

type ColumnType = ColumnDataType | RawBuilder<unknown>;

/** What the migrations of all engines make their columns of. */
export interface ColumnTypes {
  /** Of a primary key that the database makes, each larger than those before. */
  readonly identity: ColumnType;
  /** Of one that is referred to, and of whatever else is counted, up to 2^53. */
  readonly wholeNumber: ColumnType;
  /** Text that is told apart and put in order by its bytes, in whatever language the database was set up. */
  readonly text: ColumnType;
  readonly bytes: ColumnType;
}
