// The rounds: in each, every case is measured of one peer after the other, so that noise of the machine falls on all.
import type { Peer } from '../peers/peer.ts';
import type { Case } from './case.ts';
import { measurePublishes } from './measure-publishes.ts';
import { measureReads } from './measure-reads.ts';
import { measureServerStart } from './measure-server-start.ts';
import type { Measurement } from './measurement.ts';
import { METRICS } from './metrics.ts';
import { Results } from './results.ts';
import type { Setting } from './setting.ts';
import type { StandingServer } from './standing-servers.ts';

/** Of each measurement in the round that is not counted. */
const WARM_UP_SECONDS = 1;

/** What is measured. */
export interface Program {
  readonly peers: readonly Peer[];
  readonly standing: ReadonlyMap<string, StandingServer>;
  readonly cases: readonly Case[];
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Measures everything as often as there are rounds; odd rounds begin with the last peer. A round before the first one is
 * not counted: it lets everybody compile, and fills the caches of compiled code and of files.
 */
export async function runRounds(setting: Setting, program: Program): Promise<Results> {
  const { peers, cases, rounds } = program;
  const results = new Results();
  for (let round = 0; round <= rounds; round += 1) {
    const label = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
    const seconds = round === 0 ? WARM_UP_SECONDS : program.seconds;
    for (const each of cases) {
      for (const peer of round % 2 === 0 ? peers : peers.toReversed()) {
        if (!each.peers.includes(peer.name)) continue;
        const measurement = await measure(setting, program, each, peer, seconds);
        console.error(`${label}, ${each.name}, ${peer.title}: ${summarize(each, measurement)}`);
        if (round > 0) results.add(each.name, peer.name, measurement);
      }
    }
  }
  return results;
}

async function measure(
  setting: Setting,
  { standing }: Program,
  each: Case,
  peer: Peer,
  seconds: number,
): Promise<Measurement> {
  setting.signal.throwIfAborted();
  const { work } = each;
  switch (work.kind) {
    case 'start':
      return measureServerStart(setting, peer);
    case 'publish':
    case 'mixed':
      return measurePublishes(setting, peer, work, seconds);
    default: {
      const server = standing.get(peer.name);
      if (server === undefined) throw new Error(`${peer.title} does not stand`);
      return measureReads(setting, server, each, seconds);
    }
  }
}

function summarize({ shown }: Case, { metrics, failures }: Measurement): string {
  const parts = shown.map((name) => `${METRICS[name].title} ${metrics[name]?.toFixed(1) ?? 'not measured'}`);
  return [...parts, ...(failures === 0 ? [] : [`${failures} FAILED`])].join('; ');
}
