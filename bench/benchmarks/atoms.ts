// `npm run bench -- atoms`: measures reading and publishing a Prime of 900 atoms, and how long other requests
// wait in the meantime. Prints Markdown.
import { measureAtomPublishes } from '../atoms/measure-publishes.ts';
import { measureReading } from '../atoms/measure-reading.ts';
import { readFlags } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { runBenchmark } from '../run-benchmark.ts';

const ATOMS = 900;

/** Runs the benchmark. @param args - `--database <url>`: an empty PostgreSQL database instead of SQLite */
export async function measureAtoms(args: readonly string[]): Promise<void> {
  const { database } = readFlags(args, ['database']);
  await runBenchmark(async (benchmark) => {
    console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
    console.log(`${await measureReading(ATOMS)}\n`);
    console.log(await measureAtomPublishes(benchmark, ATOMS, database));
  });
}
