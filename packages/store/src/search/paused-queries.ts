// The queries of a search, with pauses between them: SQLite runs on the thread that serves.
import { createPause } from '@prime-registry/concurrency';
import type { SearchQueries } from './search-queries.ts';

/** The same queries for one search, with pauses between them. */
export function withPauses({ notation, inside, ...queries }: SearchQueries): SearchQueries {
  const pause = createPause();
  const paused =
    <Values extends readonly unknown[], Result>(read: (...values: Values) => Promise<Result>) =>
    (...values: Values): Promise<Result> =>
      pause()?.then(() => read(...values)) ?? read(...values);
  return {
    notation,
    findIds: paused(queries.findIds),
    findMatches: paused(queries.findMatches),
    findFirstIds: paused(queries.findFirstIds),
    findOtherIds: paused(queries.findOtherIds),
    countMatches: paused(queries.countMatches),
    countEach: paused(queries.countEach),
    sampleEach: paused(queries.sampleEach),
    readCandidates: paused(queries.readCandidates),
    readEntries: paused(queries.readEntries),
    readFacts: paused(queries.readFacts),
    readAtoms: paused(queries.readAtoms),
    readReadmes: paused(queries.readReadmes),
    readNames: paused(queries.readNames),
    findPrimeId: paused(queries.findPrimeId),
    readAtomKinds: paused(queries.readAtomKinds),
    readAtomNames: paused(queries.readAtomNames),
    sortIds: paused(queries.sortIds),
    listIds: paused(queries.listIds),
    countPrimes: paused(queries.countPrimes),
    readListed: paused(queries.readListed),
    inside: {
      findAtoms: paused(inside.findAtoms),
      findPrimes: paused(inside.findPrimes),
      findPassages: paused(inside.findPassages),
    },
  };
}
