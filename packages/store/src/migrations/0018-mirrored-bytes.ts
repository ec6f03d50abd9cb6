// The usage of upstreams counts everything that is stored of them, not only tarballs: the rows of versions, atoms,
// and version lists.
import { zstdDecompressSync } from 'node:zlib';
import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely';

export const mirroredBytes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`delete from mirror_usage`.execute(db);
    await sql`
      insert into mirror_usage (origin, scope, versions, size_bytes)
      select origin, scope, count(*), sum(
        size_bytes + octet_length(source_manifest) + coalesce(octet_length(readme), 0)
        + octet_length(description) + octet_length(namespaces) + octet_length(tags)
      )
      from versions where origin is not null group by origin, scope
    `.execute(db);
    for (let after = 0; ; ) {
      const { rows: primes } = await sql<Prime>`
        select prime_id, origin, scope from versions
        where origin is not null and prime_id > ${after}
        group by prime_id, origin, scope order by prime_id limit ${PRIMES_AT_ONCE}
      `.execute(db);
      for (const { prime_id, origin, scope } of primes)
        await add(db, origin, scope, await countAtoms(db, prime_id));
      const last = primes.at(-1);
      if (last === undefined) break;
      after = last.prime_id;
    }
    await addLists(db);
  },
};

interface Prime {
  readonly prime_id: number;
  readonly origin: string;
  readonly scope: string;
}

const PRIMES_AT_ONCE = 100;
const IDS_AT_ONCE = 500;

/** A Prime has one origin, and does not share atoms with others. */
async function countAtoms(db: Kysely<unknown>, primeId: number): Promise<number> {
  const { rows: inventories } = await sql<{ contents: Uint8Array; bytes: number }>`
    select contents, octet_length(contents) + octet_length(kinds) + octet_length(problems) as bytes
    from inventories where version_id in (select id from versions where prime_id = ${primeId})
  `.execute(db);
  const contents = await readRows<{ texts_id: number; bytes: number }>(
    db,
    sql`
      select texts_id, octet_length(key) + octet_length(atom) + octet_length(kind) + octet_length(name)
        + octet_length(description) + octet_length(facts) + octet_length(edges) + octet_length(fields) as bytes
      from atom_contents where id in `,
    inventories.flatMap((inventory) => readIds(inventory.contents)),
  );
  const texts = await readRows<{ bytes: number }>(
    db,
    sql`select octet_length(key) + octet_length(texts) as bytes from atom_texts where id in `,
    contents.map(({ texts_id }) => texts_id),
  );
  return [...inventories, ...contents, ...texts].reduce((sum, { bytes }) => sum + Number(bytes), 0);
}

/** The ids of the contents of an inventory: JSON with the distance of each to the one before. */
function readIds(packed: Uint8Array): number[] {
  const { contents } = JSON.parse(zstdDecompressSync(packed).toString()) as { contents: [number, number][] };
  let id = 0;
  return contents.map(([distance]) => {
    id += distance;
    return id;
  });
}

async function readRows<Row>(
  db: Kysely<unknown>,
  select: RawBuilder<unknown>,
  ids: readonly number[],
): Promise<Row[]> {
  const unique = [...new Set(ids)];
  const found: Row[] = [];
  for (let at = 0; at < unique.length; at += IDS_AT_ONCE) {
    const some = unique.slice(at, at + IDS_AT_ONCE);
    const { rows } = await sql<Row>`${select} (${sql.join(some)})`.execute(db);
    for (const row of rows) found.push(row);
  }
  return found;
}

async function addLists(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; origin: string; bytes: number }>`
    select name, origin, octet_length(name) + coalesce(octet_length(etag), 0) + octet_length(body) as bytes
    from mirrored_lists
  `.execute(db);
  for (const { name, origin, bytes } of rows)
    await add(db, origin, name.split('/', 1)[0] ?? '', Number(bytes));
}

async function add(db: Kysely<unknown>, origin: string, scope: string, bytes: number): Promise<void> {
  await sql`
    insert into mirror_usage (origin, scope, versions, size_bytes) values (${origin}, ${scope}, 0, ${bytes})
    on conflict (origin, scope) do update set size_bytes = mirror_usage.size_bytes + excluded.size_bytes
  `.execute(db);
}
