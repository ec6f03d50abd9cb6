// `npm run bench -- shapes`: registries of unusual shapes: a Prime of ten thousand versions, a version of as many atoms as are
// read, a scope of a hundred thousand Primes, a million scopes, and ten thousand readers at once. Prints Markdown.
import { readCount, readFlags, UsageError } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { writeReport } from '../report/write-report.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { openPostgresEngine } from '../scale/engines/postgres-engine.ts';
import { openSqliteEngine } from '../scale/engines/sqlite-engine.ts';
import { fillRegistry } from '../scale/fill/fill-registry.ts';
import { measureReaders } from '../shapes/measure-readers.ts';
import { measureShape } from '../shapes/measure-shape.ts';
import { listShapes } from '../shapes/shape.ts';

/** The limit of atoms is that of packages/atoms: more are not read. */
const SIZES = { versions: 10_000, atoms: 10_000, primes: 100_000, scopes: 1_000_000 };
const READERS = 10_000;
const READERS_SHAPE = 'readers';
const FEWEST = 10;

/** What a run does. */
interface Job {
  readonly database: 'postgres' | 'sqlite';
  /** All sizes are divided by it, to try the command. */
  readonly divide: number;
  readonly only: readonly string[];
  readonly turns: number;
  readonly write: string | undefined;
}

/** Runs the benchmark. @param args - see the usage */
export async function measureShapes(args: readonly string[]): Promise<void> {
  const job = readJob(args);
  await runBenchmark((benchmark) => measure(benchmark, job));
}

/** @throws UsageError */
function readJob(args: readonly string[]): Job {
  const flags = readFlags(args, ['database', 'divide', 'only', 'turns', 'write']);
  const { database = 'sqlite' } = flags;
  if (database !== 'postgres' && database !== 'sqlite')
    throw new UsageError('--database must be postgres or sqlite.');
  const names = [...Object.keys(listShapes(SIZES)), READERS_SHAPE];
  const only = flags.only?.split(',') ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no shape '${unknown}': ${names.join(', ')}.`);
  const divide = readCount('divide', flags.divide, 1);
  return { database, divide, only, turns: readCount('turns', flags.turns, 7, 2), write: flags.write };
}

async function measure(benchmark: Benchmark, { database, divide, only, turns, write }: Job): Promise<void> {
  const { folder, signal, cleanUp } = benchmark;
  const engine = database === 'postgres' ? await openPostgresEngine(folder) : await openSqliteEngine();
  let isDone = false;
  cleanUp.defer(() => engine.close(isDone));
  const parts: string[] = [];
  const smaller = (count: number): number => Math.max(FEWEST, Math.round(count / divide));
  const sizes = {
    versions: smaller(SIZES.versions),
    atoms: smaller(SIZES.atoms),
    primes: smaller(SIZES.primes),
    scopes: smaller(SIZES.scopes),
  };
  for (const [name, shape] of Object.entries(listShapes(sizes))) {
    if (!only.includes(name)) continue;
    console.error(`${shape.title}: filling`);
    const filled = await engine.openDatabase(`shape_${name}_${divide}`);
    await fillRegistry(filled, shape.corpus, signal);
    parts.push(await measureShape(filled, shape, { turns, folder, signal }));
  }
  if (only.includes(READERS_SHAPE)) parts.push(await measureReaders(benchmark, smaller(READERS)));
  isDone = true;
  const report = `${formatCircumstances(describeCircumstances({}))} On ${engine.title}.\n\n${parts.join('\n')}`;
  console.log(report);
  if (write !== undefined) await writeReport(write, report);
}
