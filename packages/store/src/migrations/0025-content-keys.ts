// Keys of what atoms say, to find copies under other ids.
import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

interface Tables {
  atom_contents: {
    id: number;
    kind: string;
    description: string;
    edges: string;
    fields: string;
    content_key: string | null;
  };
  latest_atoms: { content_id: number; content_key: string | null };
}

const AT_A_TIME = 500;

export const contentKeys = (types: ColumnTypes): Migration => ({
  async up(untyped: Kysely<unknown>): Promise<void> {
    const db = untyped as Kysely<Tables>;
    // 16 hexadecimal digits; null for atoms that say nothing, and in versions that were not the latest.
    await db.schema.alterTable('atom_contents').addColumn('content_key', types.text).execute();
    await db.schema.alterTable('latest_atoms').addColumn('content_key', types.text).execute();
    await fill(db);
    await sql`
      update latest_atoms set content_key =
        (select content_key from atom_contents where atom_contents.id = latest_atoms.content_id)
    `.execute(db);
    await db.schema
      .createIndex('latest_atoms_by_content')
      .on('latest_atoms')
      .columns(['content_key', 'prime_id'])
      .execute();
  },
});

async function fill(db: Kysely<Tables>): Promise<void> {
  for (let lastId = 0; ; ) {
    const rows = await db
      .selectFrom('atom_contents')
      .where('id', '>', lastId)
      .where('id', 'in', (query) => query.selectFrom('latest_atoms').select('content_id'))
      .orderBy('id')
      .limit(AT_A_TIME)
      .select(['id', 'kind', 'description', 'edges', 'fields'])
      .execute();
    for (const row of rows) {
      const key = contentKeyOf(row);
      if (key !== undefined)
        await db.updateTable('atom_contents').set({ content_key: key }).where('id', '=', row.id).execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    lastId = last.id;
  }
}

const NOT_CONTENT = new Set(['id', 'version', 'relations']);

/** As the program of this migration computes it. */
function contentKeyOf(row: Omit<Tables['atom_contents'], 'content_key'>): string | undefined {
  if (row.description === '') return undefined;
  const edges = JSON.parse(row.edges) as readonly (readonly [verb: string])[];
  const fields = JSON.parse(row.fields) as readonly (readonly [field: string, fingerprint: string])[];
  const verbs = new Set(edges.map(([verb]) => verb));
  const said = fields.filter(([field]) => !NOT_CONTENT.has(field) && !verbs.has(field));
  return said.length === 0 ? undefined : fingerprint(JSON.stringify([row.kind, ...said]));
}

function fingerprint(text: string): string {
  let a = 0x2f0b4a27;
  let b = 0x6c078965;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + at), 0x85ebca6b);
    a ^= b >>> 15;
  }
  return toHex(a ^ (a >>> 16)) + toHex(b ^ (b >>> 13));
}

function toHex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}
