// The command line of the fuzzer.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { getTarget, TARGETS } from './targets/index.ts';

export const USAGE = `Usage: npm run fuzz -- [--inputs N] [--seed S] [--target T] [--out DIR] [--json]

Runs the parsers, and a whole registry, with mutants of the inputs in testing/fuzz/corpus.

  --inputs N   Inputs for all targets together, 1 to 1000000000 (default 100000); fast ones get more
  --seed S     Any text; the same seed makes the same inputs (default: random, printed)
  --target T   Only this target: ${TARGETS.map(({ name }) => name).join(', ')}
  --out DIR    The folder for failing inputs (default fuzz-failures)
  --json       Print the report as JSON
`;

/** The options of the command line. */
export interface Options {
  readonly inputs: number;
  readonly seed: string;
  readonly target: string | undefined;
  readonly folder: string;
  readonly isJson: boolean;
}

/** Reads the arguments. @returns undefined for --help. @throws Error that says what is wrong */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      inputs: { type: 'string', default: '100000' },
      seed: { type: 'string' },
      target: { type: 'string' },
      out: { type: 'string', default: 'fuzz-failures' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const inputs = /^\d{1,10}$/.test(values.inputs) ? Number(values.inputs) : 0;
  if (inputs < 1 || inputs > 1_000_000_000) {
    throw new Error(`--inputs must be a whole number from 1 to 1000000000, not '${values.inputs}'`);
  }
  if (values.target !== undefined) getTarget(values.target);
  const seed = values.seed ?? randomBytes(4).toString('hex');
  return { inputs, seed, target: values.target, folder: values.out, isJson: values.json };
}
