// `npm run bench:search-inside`: how long searches take in what is inside Primes, and what a publish costs for it, on SQLite and on
// PostgreSQL. Prints Markdown.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { query, startPostgres } from '@prime-registry/testkit/postgres';
import { openPostgresStore } from '../packages/store/src/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../packages/store/src/sqlite/open-sqlite-store.ts';
import { generateInventory } from './corpus/generate-inventory.ts';
import { generatePrimes } from './corpus/generate-primes.ts';
import { listNewVersions } from './corpus/new-versions.ts';
import { describeCircumstances, formatCircumstances } from './machine.ts';
import { type Benchmark, runBenchmark } from './run-benchmark.ts';
import { formatTimes } from './search/format-times.ts';
import { timeSearches } from './search/times.ts';

const { values } = parseArgs({
  options: {
    primes: { type: 'string', default: '10000' },
    atoms: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
    engine: { type: 'string', default: 'both' },
  },
});
const [primes, atoms, rounds] = [Number(values.primes), Number(values.atoms), Number(values.rounds)];
const SEED = 7;
const AT_ONCE = 32;
const LARGE_PRIME_ATOMS = 900;

const kind = (title: string, queries: string) => ({ title, queries: queries.split('|') });
const KINDS = [
  kind('A common word', 'web|data|test|the|security|code'),
  kind('A common beginning', 'we|da|sec|te|p'),
  kind('Two common words', 'web data|security test|code review|the web'),
  kind('Three words', 'web data security|api design test|the data model'),
  kind('A rare word', 'zoning|numismatics|heraldry|cricket|lentil|volcano'),
  kind('A common and a rare word', 'web zoning|data volcano|the lentil'),
  kind('Misspelt', 'secruity|pyhton|databse desgin|documentaiton'),
  kind('A word that nobody uses', 'qqqq|xylophonist'),
];
const FILTERS = { license: ['MIT'], kind: ['rule'] };

await runBenchmark(measure);

async function measure({ signal, cleanUp }: Benchmark): Promise<void> {
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'prime-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  if (values.engine !== 'postgres')
    await measureStore('SQLite', await openSqliteStore(join(folder, 'registry.sqlite')), signal);
  if (values.engine === 'sqlite') return;
  const server = await startPostgres({ shared_buffers: '512MB' });
  cleanUp.defer(server.remove);
  await query(server.urlOf('postgres'), 'create database inside');
  const url = server.urlOf('inside');
  await measureStore('PostgreSQL', await openPostgresStore(url, 6), signal, () =>
    query(url, 'vacuum analyze'),
  );
}

async function measureStore(
  title: string,
  store: RegistryStore,
  signal: AbortSignal,
  afterFilling: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  try {
    const startMs = performance.now();
    const corpus = generatePrimes({ count: primes, seed: SEED, meanVersions: 1 });
    const next = async (): Promise<void> => {
      for (const prime of corpus) {
        signal.throwIfAborted();
        const [version] = listNewVersions(prime);
        if (version === undefined) continue;
        const inventory = generateInventory(prime.name, atoms);
        await store.insertVersion({ ...version, inventory }, async () => undefined);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    const seconds = (performance.now() - startMs) / 1000;
    console.log(
      `## ${title}: ${primes} Primes with ${atoms} atoms each, filled in ${seconds.toFixed(0)} s\n`,
    );
    await afterFilling();
    const publishes = await measurePublishes(store);
    console.log(`${publishes}\n`);
    for (const [name, filters] of [
      ['/search', undefined],
      ['/-/search', {}],
      ['/-/search, filtered', FILTERS],
    ] as const) {
      const times = await timeSearches(
        (asked) => (filters === undefined ? store.search(asked) : store.searchRich({ ...asked, filters })),
        KINDS,
        rounds,
        signal,
      );
      console.log(`${name}, ms in the store\n\n${formatTimes(times)}\n`);
    }
  } finally {
    await store.close();
  }
}

/** A Prime of 900 atoms, then versions in which few of them are others. */
async function measurePublishes(store: RegistryStore): Promise<string> {
  const [prime] = generatePrimes({ count: 1, seed: SEED + 1, meanVersions: 1 });
  const [version] = prime === undefined ? [] : listNewVersions(prime);
  if (prime === undefined || version === undefined) throw new Error('there is a Prime');
  const name = getValue(parsePrimeName('@bench/large'));
  const lines: string[] = [];
  for (const [title, number, changed] of [
    ['all atoms new', '1.0.0', 0],
    ['9 of them changed', '1.0.1', 9],
    ['nothing changed', '1.0.2', 9],
  ] as const) {
    const inventory = generateInventory('@bench/large', LARGE_PRIME_ATOMS, changed);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startMs = performance.now();
    const step = { ...version, name, version: getValue(parseVersion(number)), inventory };
    await store.insertVersion(step, async () => undefined);
    const tookMs = performance.now() - startMs;
    delay.disable();
    lines.push(`| ${title} | ${tookMs.toFixed(0)} | ${(delay.max / 1e6).toFixed(0)} |`);
  }
  return `| Publish of ${LARGE_PRIME_ATOMS} atoms | ms | longest hold of the event loop, ms |\n| --- | ---: | ---: |\n${lines.join('\n')}`;
}
