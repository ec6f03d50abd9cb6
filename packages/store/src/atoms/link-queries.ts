// The queries for edges between Primes. Each reads a bounded number of rows, however many edges lead to an atom.
import { sql } from 'kysely';
import { prepareForMany } from '../sql/batches.ts';
import { primeIdOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { prepareRead } from './read-contents.ts';

const MAX_HOLDERS = 5;

/** Atoms, or edges, that links of a Prime are found in. */
export const MAX_EXAMINED = 500;

export const queries = {
  findHomes: prepareQuery((db, { atomId }: { atomId: string }) =>
    db
      .selectFrom('latest_atoms')
      .where('atom', '=', atomId)
      .orderBy('is_foreign')
      .orderBy('prime_id')
      .limit(MAX_HOLDERS)
      .select(['atom', 'is_foreign', 'prime_id', 'content_id']),
  ),
  findCopies: prepareQuery((db, { contentKey }: { contentKey: string }) =>
    db
      .selectFrom('latest_atoms')
      .where('content_key', '=', contentKey)
      .orderBy('content_key')
      .orderBy('prime_id')
      .limit(MAX_HOLDERS)
      .select(['content_key', 'atom', 'prime_id']),
  ),
  readIds: prepareRead(['atom']),
  readPrimes: prepareForMany((db, ids: readonly number[]) =>
    db
      .selectFrom('latest_contents')
      .innerJoin('primes', 'primes.id', 'latest_contents.prime_id')
      .innerJoin('versions', 'versions.id', 'latest_contents.version_id')
      .where('latest_contents.prime_id', 'in', ids)
      .select(['latest_contents.prime_id', 'primes.name', 'versions.version']),
  ),
  listEdges: prepareQuery(
    (db, { atomId, primeId, contentId, limit }: EdgePlace & { atomId: string; limit: number }) =>
      db
        .selectFrom('latest_edges')
        .innerJoin('atom_contents', 'atom_contents.id', 'latest_edges.content_id')
        .where('target', '=', atomId)
        .where(sql<boolean>`(latest_edges.prime_id, latest_edges.content_id) > (${primeId}, ${contentId})`)
        .orderBy('latest_edges.prime_id')
        .orderBy('latest_edges.content_id')
        .limit(limit)
        .select(['latest_edges.prime_id', 'latest_edges.content_id', 'verbs'])
        .select(['atom_contents.id', 'atom', 'kind', 'name', 'description', 'facts']),
  ),
  findSources: prepareQuery((db, { atom, primeId }: { atom: string; primeId: number }) =>
    db
      .selectFrom('latest_edges')
      .where('target', '=', atom)
      .where('prime_id', '<>', primeId)
      .orderBy('prime_id')
      .orderBy('content_id')
      .limit(MAX_HOLDERS)
      .select('prime_id'),
  ),
  findTargets: prepareQuery((db, { primeId }: { primeId: number }) =>
    db
      .selectFrom('latest_edges')
      .where('prime_id', '=', primeId)
      .orderBy('prime_id')
      .orderBy('content_id')
      .limit(MAX_EXAMINED)
      .select('target'),
  ),
  findLatest: prepareQuery((db, { name }: { name: string }) =>
    db
      .selectFrom('latest_contents')
      .where('prime_id', '=', primeIdOf(db, name))
      .select(['prime_id', 'contents']),
  ),
};

interface EdgePlace {
  readonly primeId: number;
  readonly contentId: number;
}
