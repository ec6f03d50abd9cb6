// Measures searches among 100,000 Primes over HTTP, for all kinds of queries.
import { mkdir } from 'node:fs/promises';
import { newPlace, type Setting } from '../compare/setting.ts';
import { checkSample } from '../corpus/check-sample.ts';
import { fillDatabase } from '../corpus/fill-database.ts';
import { generatePrimes } from '../corpus/generate-primes.ts';
import { startServerOn } from '../processes/server-process.ts';
import { listQueryKinds } from './queries.ts';
import { createSearcher } from './searcher.ts';
import { type KindTimes, timeSearches } from './times.ts';

/** Number of Primes to search in. */
export const SEARCHED_PRIMES = 100_000;

const SEED = 1;
const CHECKED_PRIMES = 200;
const NAMES_ASKED_FOR = 20;

/** Fills a database, starts a server on it and sends every query once in each round. */
export async function measureSearch(setting: Setting, rounds: number): Promise<KindTimes[]> {
  const { folder, compileCache, cores, signal } = newPlace(setting, { name: 'prime' });
  await mkdir(folder);
  console.error(`Filling a database with ${SEARCHED_PRIMES} Primes to search in.`);
  await checkSample(folder, [...generatePrimes({ count: CHECKED_PRIMES, seed: SEED })]);
  const corpus = { count: SEARCHED_PRIMES, seed: SEED, meanVersions: 1 };
  await fillDatabase(folder, generatePrimes(corpus));

  const step = Math.ceil(SEARCHED_PRIMES / NAMES_ASKED_FOR);
  const sample = generatePrimes(corpus).filter((_, index) => index % step === 0);
  const server = await startServerOn(folder, compileCache, { cores, signal });
  const { search, close } = createSearcher(server.baseUrl, signal);
  try {
    console.error(`Searching: ${rounds} rounds.`);
    return await timeSearches(search, listQueryKinds(sample.toArray()), rounds, signal);
  } finally {
    close();
    await server.stop();
  }
}
