// `npm run bench -- start`: how long the commands take to start, installed as packages, from the clone, and as programs in
// one file. Prints Markdown. The exit code is 1 if packages or clone miss a goal.
import { resolve } from 'node:path';
import { pinThisProcess, planCores } from '../compare/cores.ts';
import { readCount, readFlags } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { formatVerdicts } from '../report/verdict-table.ts';
import { type Benchmark, runBenchmark } from '../run-benchmark.ts';
import { formatStarts } from '../start/format-starts.ts';
import { findClone, findPrograms, type Installation, installCommands } from '../start/installations.ts';
import { judgeStarts } from '../start/judge-starts.ts';
import { measureStarts } from '../start/measure-starts.ts';

/** Folders with what has been packed before. */
interface Packed {
  readonly tarballs: string | undefined;
  readonly programs: string | undefined;
}

/** Runs the benchmark. @param args - `--rounds <number>`, `--tarballs <folder>`, `--programs <folder>` */
export async function measureStart(args: readonly string[]): Promise<void> {
  const { rounds, tarballs, programs } = readFlags(args, ['rounds', 'tarballs', 'programs']);
  const count = readCount('rounds', rounds, 15);
  const packed = { tarballs: tarballs && resolve(tarballs), programs: programs && resolve(programs) };
  await runBenchmark((benchmark) => measure(benchmark, count, packed));
}

async function measure({ folder, signal }: Benchmark, rounds: number, packed: Packed): Promise<void> {
  const installations = await findInstallations(folder, packed);
  // Before this process is pinned: afterwards it sees only one core.
  const circumstances = describeCircumstances({});
  const cores = await planCores();
  if (cores.load !== undefined) await pinThisProcess(cores.load);
  const measured = await measureStarts(installations, {
    folder,
    cores: cores.server,
    loadCores: cores.load,
    rounds,
    signal,
  });
  const verdicts = judgeStarts(measured);
  const place = cores.server === undefined ? cores.description : `all on core ${cores.server}`;
  console.log(`${formatCircumstances(circumstances)}\n`);
  console.log(
    `Min–median–max of ${rounds} rounds with compiled code where nothing else is said, ${place}. Differences and ratios are within a round.\n`,
  );
  console.log(`${formatStarts(measured)}\n\n${formatVerdicts(verdicts)}`);
  if (verdicts.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}

async function findInstallations(folder: string, { tarballs, programs }: Packed): Promise<Installation[]> {
  // First, because a wrong folder must not be noticed only after packing.
  const found = programs === undefined ? [] : [await findPrograms(programs)];
  return [await installCommands(folder, tarballs), await findClone(), ...found];
}
