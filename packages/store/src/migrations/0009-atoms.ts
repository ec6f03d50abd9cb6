// What is inside versions. The number is above those of every engine's own migrations, as new ones have to come last.
import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export const atoms = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // Most atoms of a version are as they were in the one before. So what is known of an atom is stored once for a Prime,
    // under a key that is made of it, and a version is a list of ids. Rows are never changed, and those of Primes that were
    // published here never taken away.
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
      // JSON: whatever is only shown; the edges; the fingerprints of fields.
      .addColumn('facts', types.text, (column) => column.notNull())
      .addColumn('edges', types.text, (column) => column.notNull())
      .addColumn('fields', types.text, (column) => column.notNull())
      .addColumn('texts_id', types.wholeNumber, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('inventories')
      // Verify tells where a version is none; a reference would only cost.
      .addColumn('version_id', types.wholeNumber, (column) => column.primaryKey().notNull())
      .addColumn('format', 'integer', (column) => column.notNull())
      .addColumn('atom_count', 'integer', (column) => column.notNull())
      // JSON: how many of each kind; the first problems.
      .addColumn('kinds', types.text, (column) => column.notNull())
      .addColumn('problems', types.text, (column) => column.notNull())
      .addColumn('problem_count', 'integer', (column) => column.notNull())
      // Ids of atom_contents in the order of the atoms' ids, with their kinds; see atoms/content-list.ts.
      .addColumn('contents', types.bytes, (column) => column.notNull())
      .execute();

    // The atoms of latest versions: where an atom is known. Those in the scope of their Prime come first, so that no number of
    // strangers who use an id stands in front of its owner.
    await db.schema
      .createTable('latest_atoms')
      .addColumn('atom', types.text, (column) => column.notNull())
      .addColumn('is_foreign', 'integer', (column) => column.notNull())
      .addColumn('prime_id', types.wholeNumber, (column) => column.notNull())
      .addColumn('content_id', types.wholeNumber, (column) => column.notNull())
      .addPrimaryKeyConstraint('latest_atoms_key', ['atom', 'is_foreign', 'prime_id'])
      .execute();
    // What latest_atoms holds of a Prime, to tell what another version changes of it.
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
