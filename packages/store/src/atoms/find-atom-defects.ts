// Finds defects in the tables of atoms by reading them once.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import { unpackContents } from './content-list.ts';

const AT_A_TIME = 100;

/** Compares the tables of atoms with each other. @returns one line for each defect */
export async function findAtomDefects(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ defect: string }>`
    select 'atom content ' || atom_contents.id || ' has no texts' as defect
    from atom_contents left join atom_texts on atom_texts.id = texts_id where atom_texts.id is null
    union all
    select 'the inventory of version ' || version_id || ' belongs to no version'
    from inventories left join versions on versions.id = version_id where versions.id is null
    union all
    select 'atom ' || latest_atoms.atom || ' of Prime ' || prime_id || ' has no content'
    from latest_atoms left join atom_contents on atom_contents.id = content_id where atom_contents.id is null
    union all
    select 'edge to ' || target || ' of Prime ' || prime_id || ' has no content'
    from latest_edges left join atom_contents on atom_contents.id = content_id where atom_contents.id is null
  `.execute(db);
  const defects = rows.map(({ defect }) => defect);
  for (let lastId = 0; ; ) {
    const inventories = await db
      .selectFrom('inventories')
      .where('version_id', '>', lastId)
      .orderBy('version_id')
      .limit(AT_A_TIME)
      .select(['version_id', 'atom_count', 'contents'])
      .execute();
    for (const { version_id, atom_count, contents } of inventories) {
      const listed = countListed(contents);
      if (listed !== atom_count)
        defects.push(`the inventory of version ${version_id} lists ${listed} atoms instead of ${atom_count}`);
    }
    const last = inventories.at(-1);
    if (last === undefined) return defects;
    lastId = last.version_id;
  }
}

/** The number of listed atoms; 0 if the list is damaged. */
function countListed(contents: Uint8Array): number {
  try {
    return unpackContents(contents).length;
  } catch {
    return 0;
  }
}
