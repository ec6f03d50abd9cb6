// The atoms of versions. The number is higher than those of each engine's own migrations, because new ones
// must be last.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const atoms = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // Most atoms of a version are the same as in the previous one. So the content of an atom is stored once
    // for a Prime, with a digest as its key, and a version is a list of ids. Rows never change, and those of
    // Primes that were published here are never removed.
    await db.schema
      .createTable('atom_texts')
      .addColumn('id', types.identity, (column) => column.primaryKey())
      .addColumn('key', types.text, (column) => column.notNull().unique())
      // JSON of the texts, shortest first; Zstandard (RFC 8878).
      .addColumn('texts', types.bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('atom_contents')
      .addColumn('id', types.identity, (column) => column.primaryKey())
      .addColumn('key', types.text, (column) => column.notNull().unique())
      .addColumn('atom', types.text, (column) => column.notNull())
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('description', types.text, (column) => column.notNull())
      // JSON: facts that are only shown; the edges; the fingerprints of fields.
      .addColumn('facts', types.text, (column) => column.notNull())
      .addColumn('edges', types.text, (column) => column.notNull())
      .addColumn('fields', types.text, (column) => column.notNull())
      .addColumn('texts_id', types.wholeNumber, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('inventories')
      // No foreign key, which would cost time: `verify` finds an inventory without a version.
      .addColumn('version_id', types.wholeNumber, (column) => column.primaryKey().notNull())
      .addColumn('format', 'integer', (column) => column.notNull())
      .addColumn('atom_count', 'integer', (column) => column.notNull())
      // JSON: the number of atoms of each kind; the first problems.
      .addColumn('kinds', types.text, (column) => column.notNull())
      .addColumn('problems', types.text, (column) => column.notNull())
      .addColumn('problem_count', 'integer', (column) => column.notNull())
      // Ids of atom_contents in the order of the atoms' ids, with their kinds; see atoms/content-list.ts.
      .addColumn('contents', types.bytes, (column) => column.notNull())
      .execute();

    // The Primes whose latest version has an atom. Those whose own scope the atom belongs to come first, so
    // that other Primes that use an id never hide its owner.
    await db.schema
      .createTable('latest_atoms')
      .addColumn('atom', types.text, (column) => column.notNull())
      .addColumn('is_foreign', 'integer', (column) => column.notNull())
      .addColumn('prime_id', types.wholeNumber, (column) => column.notNull())
      .addColumn('content_id', types.wholeNumber, (column) => column.notNull())
      .addPrimaryKeyConstraint('latest_atoms_key', ['atom', 'is_foreign', 'prime_id'])
      .execute();
    // The rows of a Prime in latest_atoms, to compute what a new latest version changes.
    await db.schema
      .createTable('latest_contents')
      .addColumn('prime_id', types.wholeNumber, (column) =>
        column.primaryKey().notNull().references('primes.id'),
      )
      .addColumn('version_id', types.wholeNumber, (column) => column.notNull())
      .addColumn('contents', types.bytes, (column) => column.notNull())
      .execute();
  },
});
