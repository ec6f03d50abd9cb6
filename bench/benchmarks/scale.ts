// `npm run bench -- scale`: checks that no query to PostgreSQL becomes slower as the registry grows. Prints
// Markdown. The exit code is 1 if a query reads a whole table, or touches many more rows in the large
// database than in the small one.
import { query, startPostgres } from '@prime-registry/testkit/postgres';
import { generatePrimes, type SyntheticPrime } from '../corpus/generate-primes.ts';
import { readNumberFlags } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { fillPostgres } from '../scale/fill-postgres.ts';
import { formatScale, judgeScale } from '../scale/format-scale.ts';
import { measureQueries } from '../scale/measure-queries.ts';

const SEED = 20_261;
const SAMPLE = 1000;
/** How many times smaller the small database is. */
const SMALLER_BY = 10;

/** Runs the benchmark. @param args - `--primes <number>`: size of the larger database */
export async function measureScale(args: readonly string[]): Promise<void> {
  const { primes } = readNumberFlags(args, { primes: 100_000 }, 10_000);
  await runBenchmark((benchmark) => measure(benchmark, primes));
}

async function measure({ signal, cleanUp }: Benchmark, largest: number): Promise<void> {
  const server = await startPostgres({
    shared_buffers: '1GB',
    max_wal_size: '8GB',
    maintenance_work_mem: '1GB',
  });
  cleanUp.defer(server.remove);
  const sizes = [];
  for (const count of [largest / SMALLER_BY, largest]) {
    const name = `primes_${count}`;
    await query(server.urlOf('postgres'), `create database ${name}`);
    const url = server.urlOf(name);
    const startMs = performance.now();
    const filled = await fillPostgres(
      url,
      stoppable(generatePrimes({ count, seed: SEED }), signal),
      ({ primes }) => {
        if (primes % 50_000 === 0) console.error(`Filled ${primes} of ${count}.`);
      },
    );
    const seconds = (performance.now() - startMs) / 1000;
    console.error(`${filled.versions} versions in ${seconds.toFixed(0)} s. Measuring queries.`);
    const sample = chooseSample(count);
    const [size] = await query(url, 'select pg_database_size(current_database()) as bytes');
    const measured = await measureQueries(url, sample, signal);
    sizes.push({ ...filled, bytes: Number(size?.bytes), measured });
  }
  const [small, large] = sizes;
  if (small === undefined || large === undefined) throw new Error('two sizes are needed');
  const flaws = judgeScale(small, large);
  console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
  console.log(formatScale(small, large, flaws));
  if (flaws.length > 0) process.exitCode = 1;
}

/** Primes spread over the whole corpus. */
function chooseSample(count: number): SyntheticPrime[] {
  const step = Math.max(1, Math.floor(count / SAMPLE));
  return generatePrimes({ count, seed: SEED })
    .filter((_, index) => index % step === 0)
    .toArray();
}

function* stoppable<T>(items: Iterable<T>, signal: AbortSignal): Generator<T> {
  for (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}
