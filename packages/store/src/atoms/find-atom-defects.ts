// Finds defects in the tables of atoms by reading them once.
import { sql } from 'kysely';
import type { Database } from '../sql/schema.ts';
import { ATOM_DEFECTS_SQL, findInventoryDefect, INVENTORIES_AT_A_TIME } from './atom-defects.ts';

/** Compares the tables of atoms with each other. @returns one line for each defect */
export async function findAtomDefects(db: Database): Promise<string[]> {
  const { rows } = await sql.raw<{ defect: string }>(ATOM_DEFECTS_SQL).execute(db);
  const defects = rows.map(({ defect }) => defect);
  for (let lastId = 0; ; ) {
    const inventories = await db
      .selectFrom('inventories')
      .where('version_id', '>', lastId)
      .orderBy('version_id')
      .limit(INVENTORIES_AT_A_TIME)
      .select(['version_id', 'atom_count', 'contents'])
      .execute();
    defects.push(...inventories.map(findInventoryDefect).filter((defect) => defect !== undefined));
    const last = inventories.at(-1);
    if (last === undefined) return defects;
    lastId = last.version_id;
  }
}
