// The command line.
import { parseArgs } from 'node:util';
import { ATTACKS, getAttack } from './attacks/index.ts';

export const USAGE = `Usage: npm run attack -- [name …] [--seconds N] [--memory SIZE] [--strangers] [--scale X] [--json]
       npm run attack -- --list

Attacks a real registry with its defaults, and measures what its other clients notice in the meantime.

  name           Attacks to run (default: all)
  --seconds N    Length of each attack, 0.1 to 3600 (default 10)
  --memory SIZE  Run the registry in a memory cgroup of this size, such as 512MiB (Linux, usually as root)
  --strangers    Attack from an address that is not loopback, to which limits by address apply: in a network
                 namespace (Linux, as root or with user namespaces)
  --scale X      Share of the full size of the attacks, above 0, at most 1 (default 1)
  --one-server   Use one registry for all attacks, instead of a new start for each
  --json         Print the results as JSON
  --list         Print the attacks

Exit code: 0 if the registry held, 1 if not, 2 if something could not be run, 3 for a wrong command line.
`;

/** The options of a run. */
export interface Options {
  readonly names: readonly string[];
  readonly seconds: number;
  readonly memoryBytes: number | undefined;
  readonly scale: number;
  readonly isStrange: boolean;
  readonly hasOneServer: boolean;
  readonly isJson: boolean;
}

/** Reads the arguments. @returns a text to print instead of a run. @throws Error that says what is wrong */
export function readOptions(args: readonly string[]): Options | string {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '10' },
      memory: { type: 'string' },
      scale: { type: 'string', default: '1' },
      strangers: { type: 'boolean', default: false },
      'one-server': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return USAGE;
  if (values.list) return ATTACKS.map(({ name, summary }) => `${name.padEnd(27)}${summary}`).join('\n');
  return {
    names:
      positionals.length === 0
        ? ATTACKS.map(({ name }) => name)
        : positionals.map((name) => getAttack(name).name),
    seconds: readNumber('seconds', values.seconds, 0.1, 3600),
    memoryBytes: values.memory === undefined ? undefined : readSize(values.memory),
    scale: readNumber('scale', values.scale, 0.001, 1),
    isStrange: values.strangers,
    hasOneServer: values['one-server'],
    isJson: values.json,
  };
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`--${name} must be a number from ${least} to ${most}, not '${text}'`);
}

function readSize(text: string): number {
  const [, digits, unit] = /^(\d{1,6})(MiB|GiB)$/.exec(text) ?? [];
  if (digits === undefined) throw new Error(`--memory must be a size such as 512MiB, not '${text}'`);
  return Number(digits) * (unit === 'GiB' ? 2 ** 30 : 2 ** 20);
}
