// Stores READMEs and atoms of Primes whose rows a filler has written, with the code of a publish. The same for both engines.
import { type Kysely, sql, type Transaction } from 'kysely';
import { createInventoryPreparer } from '../../packages/store/src/atoms/prepare-inventory.ts';
import { createInventoryWriter } from '../../packages/store/src/atoms/write-inventory.ts';
import type { Schema } from '../../packages/store/src/sql/schema.ts';
import { generateContents } from './generate-contents.ts';
import type { SyntheticPrime } from './generate-primes.ts';

/** Stores the contents of the last version of each Prime. */
export type FillContents = (primes: readonly SyntheticPrime[]) => Promise<void>;

export function createContentsFiller(db: Kysely<Schema>): FillContents {
  const prepare = createInventoryPreparer(db);
  const write = createInventoryWriter();

  return async (primes) => {
    const inventories: Parameters<typeof write>[1][number][] = [];
    for (const prime of primes) {
      const { rows } = await sql<{ id: number }>`
        select max(versions.id) as id from versions join primes on primes.id = prime_id
        where name = ${prime.name}`.execute(db);
      const versionId = rows[0]?.id ?? 0;
      const { readme, inventory } = generateContents(prime);
      await sql`update versions set readme = ${readme} where id = ${versionId}`.execute(db);
      const prepared = await prepare(prime.name, inventory, { isEvictable: false });
      inventories.push({ versionId, inventory: prepared, isCounted: false });
    }
    await write(db as Transaction<Schema>, inventories);
  };
}
