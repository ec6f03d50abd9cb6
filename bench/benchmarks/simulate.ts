// `npm run bench -- simulate`: what a very large registry in several regions would need, from what was measured. With
// `--check yes`, one to three replicas on this machine next to what the model says about them. Prints Markdown.
import { readCount, readFlags, UsageError } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { writeReport } from '../report/write-report.ts';
import { runBenchmark } from '../run-benchmark.ts';
import { checkModel } from '../simulate/check.ts';
import { computeFlows } from '../simulate/flows.ts';
import { formatSimulation } from '../simulate/format-simulation.ts';
import { flagOf, INPUTS, type InputName, type Values, valuesOf } from '../simulate/inputs.ts';
import { simulateRegions } from '../simulate/simulate-regions.ts';

const SECONDS = 5;
const SEED = 26;

/** Runs the simulation. @param args - see the usage; each input has a flag */
export async function simulate(args: readonly string[]): Promise<void> {
  const names = Object.keys(INPUTS) as InputName[];
  const flags = readFlags(args, ['check', 'seconds', 'seed', 'write', ...names.map(flagOf)]);
  const extent = {
    seconds: readCount('seconds', flags.seconds, SECONDS),
    seed: readCount('seed', flags.seed, SEED),
  };
  const values = valuesOf(readInputs(names, flags));
  if (flags.check !== undefined && flags.check !== 'yes') throw new UsageError('--check can only be yes.');
  if (flags.check !== undefined && process.platform !== 'linux')
    throw new UsageError('--check needs Linux: it reads /proc.');
  await runBenchmark(async (benchmark) => {
    const report =
      flags.check === undefined
        ? reportOf(values, extent)
        : `${formatCircumstances(describeCircumstances({}))}\n\n${await checkModel(benchmark)}`;
    console.log(report);
    if (flags.write !== undefined) await writeReport(flags.write, report);
  });
}

function reportOf(values: Values, extent: { readonly seconds: number; readonly seed: number }): string {
  const flows = computeFlows(values);
  return formatSimulation(values, flows, simulateRegions(flows, values, extent));
}

/** @throws UsageError */
function readInputs(
  names: readonly InputName[],
  flags: Readonly<Record<string, string | undefined>>,
): Partial<Values> {
  const given = names.flatMap((name) => {
    const text = flags[flagOf(name)];
    if (text === undefined) return [];
    const value = Number(text);
    if (!(value >= 0)) throw new UsageError(`--${flagOf(name)} must be a number of at least 0.`);
    return [[name, value] as const];
  });
  return Object.fromEntries(given);
}
