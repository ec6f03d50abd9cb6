// The command line of the fuzzer.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { getTarget, TARGETS } from './targets/index.ts';

export const USAGE = `Usage: npm run fuzz -- [--inputs N] [--seed S] [--target T] [--out DIR] [--json]

Feeds the registry's parsers, and the registry, with inputs made from those in testing/fuzz/corpus.

  --inputs N   How many, 1 to 1000000000 (default 100000); shared out among the targets, the fast ones get the most
  --seed S     Any text; the same seed makes the same inputs (default: a new one, which is told)
  --target T   Only this one: ${TARGETS.map(({ name }) => name).join(', ')}
  --out DIR    Where inputs that fail are written (default fuzz-failures)
  --json       The report as JSON, on standard output
`;

/** What the command line asks for. */
export interface Options {
  readonly inputs: number;
  readonly seed: string;
  readonly target: string | undefined;
  readonly folder: string;
  readonly isJson: boolean;
}

/** Reads the arguments. @returns undefined when help is asked for. @throws Error that says what is wrong */
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
