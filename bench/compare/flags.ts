// The flags of the comparison.
import { readCount, readFlags, UsageError } from '../flags.ts';
import { PEER_NAMES, type PeerName } from '../peers/peer.ts';
import type { Case } from './case.ts';
import { CASES } from './cases.ts';

/** Measurements of this registry alone. */
const PARTS = ['search-100000', 'growth'] as const;

const ALL_CASES = [...CASES.map(({ name }) => name), ...PARTS];
const ALL_PEERS = [...PEER_NAMES, 'none'];

/** The parsed flags. */
export interface CompareFlags {
  /** 1 or more. */
  readonly rounds: number;
  /** Length of each measurement, 1 or more. */
  readonly seconds: number;
  readonly cases: readonly Case[];
  readonly parts: readonly (typeof PARTS)[number][];
  /** The peers. This registry is always one of them. */
  readonly peers: readonly PeerName[];
  /** The file for the report as JSON. */
  readonly json: string | undefined;
  /** The file for the report as Markdown. */
  readonly write: string | undefined;
}

/** Parses the command line. @throws UsageError */
export function readCompareFlags(args: readonly string[]): CompareFlags {
  const values = readFlags(args, ['rounds', 'seconds', 'only', 'peers', 'json', 'write']);
  const only = readList('only', values.only, ALL_CASES) ?? ALL_CASES;
  const peers = readList('peers', values.peers, ALL_PEERS) ?? ALL_PEERS;
  return {
    rounds: readCount('rounds', values.rounds, 5),
    seconds: readCount('seconds', values.seconds, 3),
    cases: CASES.filter(({ name }) => only.includes(name)),
    parts: PARTS.filter((name) => only.includes(name)),
    peers: PEER_NAMES.filter((name) => name === 'prime' || peers.includes(name)),
    json: values.json,
    write: values.write,
  };
}

function readList(
  flag: string,
  value: string | undefined,
  allowed: readonly string[],
): readonly string[] | undefined {
  const names = value?.split(',');
  const unknown = names?.find((name) => !allowed.includes(name));
  if (unknown === undefined) return names;
  throw new UsageError(`--${flag} has no '${unknown}'. Possible values: ${allowed.join(', ')}.`);
}
