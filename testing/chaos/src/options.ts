// The command line of the chaos campaigns.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults/index.ts';
import { listMirrorFaults } from './mirror/mirror-faults.ts';

export const USAGE = `Usage: npm run chaos -- [--rounds N] [--seed S] [--workers N | --replicas N] [--standby] [--postgres] [--s3] [--pause MS] [--json]
       npm run chaos -- --mirror [--evict] [--workers N] [--rounds N] [--seed S] [--json]

Injects faults into a real registry under load, round by round, and checks that it keeps its promises.

  --rounds N    Rounds of one fault each, 1 to 1000000 (default 100; about a second each)
  --seed S      Any text; the same seed makes the same choices (default: random, printed)
  --workers N   Processes of the registry, 1 to 8 (default: one and two in turn; one with --mirror)
  --replicas N  Registries on the same data behind one address, 1 to 8 (default 1)
  --postgres    Start a PostgreSQL server for the metadata
  --s3          Start an S3 server for the tarballs
  --standby     Another machine takes over: an idle replica with --postgres, otherwise a restored backup
  --mirror      Test a chain of three registries, two of them mirrors, with bad links
  --evict       With --mirror: the mirrors evict what they have pulled
  --fault NAME  Only this fault; repeatable
  --pause MS    Milliseconds between two actions of a client, 1 to 1000 (default 3)
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
  readonly hasStandby: boolean;
  /** The pause of each client between two actions, in milliseconds. */
  readonly pauseMs: number;
  readonly isMirror: boolean;
  readonly evicts: boolean;
  /** The names of the faults to draw from; empty for all. */
  readonly faults: readonly string[];
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
      standby: { type: 'boolean', default: false },
      mirror: { type: 'boolean', default: false },
      evict: { type: 'boolean', default: false },
      pause: { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const replicas = readCount('replicas', values.replicas, 8);
  const names = values.mirror ? listMirrorFaults(values.evict) : FAULTS.map(({ name }) => name);
  const unknown = values.fault.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no fault '${unknown}', but: ${names.join(', ')}`);
  const conflict = findConflict(values, replicas);
  if (conflict !== undefined) throw new Error(conflict);
  return {
    rounds: readCount('rounds', values.rounds, 1_000_000),
    seed: values.seed ?? randomBytes(4).toString('hex'),
    workers: values.workers === undefined ? undefined : readCount('workers', values.workers, 8),
    replicas,
    hasPostgres: values.postgres,
    hasS3: values.s3,
    hasStandby: values.standby,
    pauseMs: readCount('pause', values.pause ?? '3', 1000),
    isMirror: values.mirror,
    evicts: values.evict,
    faults: values.fault,
    isJson: values.json,
  };
}

interface Flags {
  readonly workers?: string | undefined;
  readonly standby: boolean;
  readonly mirror: boolean;
  readonly pause?: string | undefined;
  readonly evict: boolean;
  readonly postgres: boolean;
  readonly s3: boolean;
}

/** Options that cannot be combined. */
function findConflict(flags: Flags, replicas: number): string | undefined {
  const hasReplicas = replicas > 1;
  if (hasReplicas && flags.workers !== undefined) return '--workers and --replicas cannot be combined';
  if (hasReplicas && flags.standby) return '--standby and --replicas cannot be combined';
  if (flags.standby && flags.s3 && !flags.postgres)
    return '--standby with --s3 needs --postgres: the backup command does not copy a bucket';
  if (
    flags.mirror &&
    (hasReplicas || flags.standby || flags.postgres || flags.s3 || flags.pause !== undefined)
  )
    return '--mirror can only be combined with --evict, --workers, --rounds, --seed and --json';
  return flags.evict && !flags.mirror ? '--evict needs --mirror' : undefined;
}

function readCount(name: string, text: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new Error(`--${name} must be a whole number from 1 to ${most}, not '${text}'`);
}
