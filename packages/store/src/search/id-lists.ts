// Lists of ids as one bound value, so that a query is the same for any number of ids, and compiled once.
import type { RawBuilder } from 'kysely';

/** How an engine binds a list of ids. */
export interface IdLists {
  /** The value to bind. */
  bind(ids: readonly number[]): unknown;
  /** The SQL after a column that must be one of the ids. @param bound - a result of `bind` */
  isAmong(bound: unknown): RawBuilder<unknown>;
}
