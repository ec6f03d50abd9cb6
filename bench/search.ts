// `npm run bench:search`: how long a search takes among 100,000 Primes, in the store and over HTTP. Prints Markdown.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '../packages/server/src/store/sqlite/open-sqlite-store.ts';
import { checkSample } from './corpus/check-sample.ts';
import { fillDatabase } from './corpus/fill-database.ts';
import { generatePrimes } from './corpus/generate-primes.ts';
import { describeCircumstances, formatCircumstances } from './machine.ts';
import { runBenchmark } from './run-benchmark.ts';
import { listQueryKinds } from './search-queries.ts';
import { startSearchServer } from './search-server.ts';
import { formatTimes, timeSearches } from './search-times.ts';

const SEED = 1;
const CHECKED_PRIMES = 200;
const NAMES_ASKED_FOR = 20;

const { values } = parseArgs({
  options: {
    primes: { type: 'string', default: '100000' },
    versions: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
  },
});
const count = wholeNumber('primes', values.primes);
const meanVersions = wholeNumber('versions', values.versions);
const rounds = wholeNumber('rounds', values.rounds);

await runBenchmark(async ({ folder, signal, cleanUp }) => {
  console.error(`Checking ${CHECKED_PRIMES} Primes against the store's own rows.`);
  await checkSample(folder, [...generatePrimes({ count: CHECKED_PRIMES, seed: SEED })]);
  console.error(`Filling a database with ${count} Primes.`);
  const file = join(folder, 'registry.sqlite');
  await fillDatabase(file, generatePrimes({ count, seed: SEED, meanVersions }));

  const step = Math.ceil(count / NAMES_ASKED_FOR);
  const primes = generatePrimes({ count, seed: SEED, meanVersions });
  const kinds = listQueryKinds(primes.filter((_, index) => index % step === 0).toArray());
  const store = await openSqliteStore(file);
  cleanUp.defer(() => store.close());
  console.error(`Searching in the store: ${rounds} rounds.`);
  const inStore = await timeSearches((query) => store.search(query), kinds, rounds, signal);
  const server = await startSearchServer(folder, signal);
  cleanUp.defer(() => server.stop());
  console.error(`Searching over HTTP: ${rounds} rounds.`);
  const overHttp = await timeSearches(server.search, kinds, rounds, signal);

  console.log(
    `Milliseconds for the first 20 results among ${count} Primes; ${rounds} rounds, one search at a time.`,
  );
  console.log(
    `${formatCircumstances(describeCircumstances({ SQLite: process.versions.sqlite ?? 'unknown' }))}\n`,
  );
  console.log(`In the store:\n\n${formatTimes(inStore)}`);
  console.log(`Over HTTP, on a connection that is kept:\n\n${formatTimes(overHttp)}`);
});

function wholeNumber(flag: string, text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  console.error(`--${flag}: '${text}' is not a whole number above 0.`);
  process.exit(3);
}
