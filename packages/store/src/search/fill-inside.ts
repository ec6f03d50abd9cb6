// Fills the index of what is inside from what a database has already: READMEs, and the atoms that were read.
import type { Transaction } from 'kysely';
import { unpackContents } from '../atoms/content-list.ts';
import { createLatestAtomsRefresher } from '../atoms/latest-atoms.ts';
import type { Schema } from '../sql/schema.ts';
import { createLatestFinder } from '../versions/latest-finder.ts';
import type { InsideWrites } from './inside-index.ts';
import { createInsideRefresher } from './refresh-inside.ts';
import { learnWords, type VocabularyQueries } from './vocabulary.ts';

const BATCH_PRIMES = 200;

/** Ids of Primes: those behind the first, up to the last. */
export interface PrimeRange {
  readonly after: number;
  readonly upTo: number;
}

/** Fills the index for all Primes, or those of a range, some of them at a time. */
export async function fillInside(
  inside: InsideWrites,
  vocabulary: VocabularyQueries,
  db: Transaction<Schema>,
  { after, upTo }: PrimeRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER },
): Promise<void> {
  const findLatest = createLatestFinder();
  const refreshAtoms = createLatestAtomsRefresher();
  const refresh = createInsideRefresher(inside);
  for (let lastId = after; ; ) {
    const primes = await db
      .selectFrom('primes')
      .leftJoin('latest_contents', 'latest_contents.prime_id', 'primes.id')
      .where('primes.id', '>', lastId)
      .where('primes.id', '<=', upTo)
      .orderBy('primes.id')
      .limit(BATCH_PRIMES)
      .select(['primes.id', 'contents'])
      .execute();
    const found = await findLatest.each(
      db,
      primes.map(({ id }) => ({ primeId: id })),
    );
    const known = primes
      .map(({ id, contents }, index) => ({ primeId: id, contents, latest: found[index]?.[0] }))
      .filter(({ latest }) => latest !== undefined);
    // Makes the row of the latest version where there is none.
    const changes = await refreshAtoms(db, known);
    const all = changes.map((change, index) => {
      const contents = known[index]?.contents ?? null;
      const came = contents === null ? change.came : unpackContents(contents).map(({ id }) => id);
      return { ...change, came, went: [] };
    });
    await learnWords(vocabulary, db, await refresh(db, all));
    lastId = primes.at(-1)?.id ?? lastId;
    if (primes.length < BATCH_PRIMES) return;
  }
}
