// The flags of `npm run bench -- …`.
import { parseArgs } from 'node:util';
import { PEER_NAMES, type PeerName } from '../peers/peer.ts';
import type { Case } from './case.ts';
import { CASES } from './cases.ts';

/** What is measured of ours alone. */
const PARTS = ['search-100000', 'growth'] as const;

const USAGE = [
  'npm run bench -- [--rounds <number>] [--seconds <number>] [--only <case,...>] [--peers <peer,...>]',
  '                        [--json <file>] [--write <file>]',
  `Cases: ${[...CASES.map(({ name }) => name), ...PARTS].join(', ')}`,
  `Peers: ${PEER_NAMES.filter((name) => name !== 'prime').join(', ')}; none for ours alone`,
].join('\n');

/** What was asked for. */
export interface Flags {
  /** 1 or more. */
  readonly rounds: number;
  /** Of each measurement, 1 or more. */
  readonly seconds: number;
  readonly cases: readonly Case[];
  readonly parts: readonly (typeof PARTS)[number][];
  /** Ours is always among them. */
  readonly peers: readonly PeerName[];
  /** Where the report goes as JSON. */
  readonly json: string | undefined;
  /** Where it goes as Markdown. */
  readonly write: string | undefined;
}

/** Reads the command line; ends the process with code 3 and the usage when it makes no sense. */
export function readFlags(): Flags {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { rounds: text, seconds: text, only: text, peers: text, json: text, write: text },
    });
    const allCases = [...CASES.map(({ name }) => name), ...PARTS];
    const only = readList('--only', values.only, allCases) ?? allCases;
    const peers = readList('--peers', values.peers, [...PEER_NAMES, 'none']) ?? PEER_NAMES;
    return {
      rounds: readCount('--rounds', values.rounds ?? '5'),
      seconds: readCount('--seconds', values.seconds ?? '3'),
      cases: CASES.filter(({ name }) => only.includes(name)),
      parts: PARTS.filter((name) => only.includes(name)),
      peers: PEER_NAMES.filter((name) => name === 'prime' || peers.includes(name)),
      json: values.json,
      write: values.write,
    };
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${USAGE}`);
    process.exit(3);
  }
}

function readCount(flag: string, value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error(`${flag} takes a whole number from 1 to 9999`);
  return Number(value);
}

function readList(
  flag: string,
  value: string | undefined,
  allowed: readonly string[],
): readonly string[] | undefined {
  const names = value?.split(',');
  const unknown = names?.find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw new Error(`${flag} does not know '${unknown}'`);
  return names;
}
