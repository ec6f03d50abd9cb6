// The command line of the chaos campaigns.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run chaos -- [--rounds N] [--seed S] [--workers N | --replicas N] [--postgres] [--s3] [--json]
       npm run chaos -- --mirror [--rounds N] [--seed S] [--json]

Injects faults into a real registry under load, round by round, and checks that it keeps its promises.

  --rounds N    Rounds of one fault each, 1 to 1000000 (default 100; about a second each)
  --seed S      Any text; the same seed makes the same choices (default: random, printed)
  --workers N   Processes of the registry, 1 to 8 (default: one and two in turn)
  --replicas N  Registries on the same data behind one address, 1 to 8 (default 1)
  --postgres    Start a PostgreSQL server for the metadata
  --s3          Start an S3 server for the tarballs
  --mirror      Test a chain of three registries, two of them mirrors, with bad links
  --json        Print the report as JSON
`;

/** The options of the command line. */
export interface Options {
  readonly rounds: number;
  readonly seed: string;
  readonly workers: number | undefined;
  readonly replicas: number;
  readonly hasPostgres: boolean;
  readonly hasS3: boolean;
  readonly isMirror: boolean;
  readonly isJson: boolean;
}

/** Reads the arguments. @returns undefined for --help. @throws Error that says what is wrong */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '100' },
      seed: { type: 'string' },
      workers: { type: 'string' },
      replicas: { type: 'string', default: '1' },
      postgres: { type: 'boolean', default: false },
      s3: { type: 'boolean', default: false },
      mirror: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const replicas = readCount('replicas', values.replicas, 8);
  if (replicas > 1 && values.workers !== undefined)
    throw new Error('--workers and --replicas cannot be combined');
  if (values.mirror && (replicas > 1 || values.workers !== undefined || values.postgres || values.s3))
    throw new Error('--mirror can only be combined with --rounds, --seed and --json');
  return {
    rounds: readCount('rounds', values.rounds, 1_000_000),
    seed: values.seed ?? randomBytes(4).toString('hex'),
    workers: values.workers === undefined ? undefined : readCount('workers', values.workers, 8),
    replicas,
    hasPostgres: values.postgres,
    hasS3: values.s3,
    isMirror: values.mirror,
    isJson: values.json,
  };
}

function readCount(name: string, text: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new Error(`--${name} must be a whole number from 1 to ${most}, not '${text}'`);
}
