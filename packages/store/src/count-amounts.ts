// Counts the contents of a registry in batches: there may be a million scopes.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { RegistryAmounts } from './contracts/catalogue-store.ts';
import type { Database } from './sql/schema.ts';

/** Scopes that are counted at once: for a million, an engine on this thread would hold it for a tenth of a second. */
const SCOPES_AT_A_TIME = 5000;

interface ScopePart {
  readonly after: string;
  readonly limit: number;
}

/** The counts of some scopes, and the last of them. */
interface PartCount extends Pick<RegistryAmounts, 'versions' | 'scopes'> {
  readonly last: string | undefined;
}

/** The numbers of Primes, versions and scopes, those of upstreams included. */
export async function countAmounts(db: Database): Promise<RegistryAmounts> {
  const [last, own, ofOthers] = await Promise.all([
    db.selectFrom('primes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    countInParts((part) => countOwn(db, part)),
    countInParts((part) => countMirrored(db, part)),
  ]);
  return {
    primes: last?.id ?? 0,
    versions: own.versions + ofOthers.versions,
    scopes: own.scopes + ofOthers.scopes,
  };
}

async function countInParts(
  countPart: (part: ScopePart) => Promise<PartCount>,
): Promise<Omit<PartCount, 'last'>> {
  const sum = { versions: 0, scopes: 0 };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const part = await countPart({ after, limit: SCOPES_AT_A_TIME });
    sum.versions += part.versions;
    sum.scopes += part.scopes;
    after = part.last;
    if (after !== undefined) await setImmediate();
  }
  return sum;
}

function countOwn(db: Database, { after, limit }: ScopePart): Promise<PartCount> {
  return readPart(
    db,
    sql`select count(*) as scopes, sum(versions) as versions, max(scope) as last from (
      select scope, versions from scope_usage where scope > ${after} order by scope limit ${limit}
    ) as part`,
  );
}

/** What came from upstreams; a scope in which something was published here is not counted again. */
function countMirrored(db: Database, { after, limit }: ScopePart): Promise<PartCount> {
  return readPart(
    db,
    sql`select sum(case when (
          select scope from scope_usage where scope_usage.scope = part.scope
        ) is null then 1 else 0 end) as scopes, sum(versions) as versions, max(scope) as last from (
      select scope, sum(versions) as versions from mirror_usage where scope > ${after} and versions > 0
      group by scope order by scope limit ${limit}
    ) as part`,
  );
}

/** The aggregates of no rows are null. */
async function readPart(
  db: Database,
  query: RawBuilder<{ versions: number | null; scopes: number | null; last: string | null }>,
): Promise<PartCount> {
  const { rows } = await query.execute(db);
  const { versions, scopes, last } = rows[0] ?? {};
  return { versions: Number(versions ?? 0), scopes: Number(scopes ?? 0), last: last ?? undefined };
}
