// The flags of `npm run bench:install -- …`.
import { parseArgs } from 'node:util';

const USAGE = 'npm run bench:install -- [--rounds <number>] [--only prime|npm] [--json <file>]';
const DEFAULT_ROUNDS = 5;

/** What was asked for. */
export interface InstallFlags {
  /** 1 or more. */
  readonly rounds: number;
  /** The one side to measure; both when undefined. */
  readonly only: 'prime' | 'npm' | undefined;
  /** Where the report goes as JSON. */
  readonly json: string | undefined;
}

/** Reads the command line; ends the process with code 3 and the usage when it makes no sense. */
export function readInstallFlags(): InstallFlags {
  try {
    const { values } = parseArgs({
      options: { rounds: { type: 'string' }, only: { type: 'string' }, json: { type: 'string' } },
    });
    const { only, json } = values;
    const rounds = Number(values.rounds ?? DEFAULT_ROUNDS);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1');
    if (only !== undefined && only !== 'prime' && only !== 'npm')
      throw new Error('--only takes prime or npm');
    return { rounds, only, json };
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${USAGE}`);
    process.exit(3);
  }
}
