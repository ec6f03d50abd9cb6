// Runs the rounds. Each round measures every case with one peer after the other, so that noise affects all
// peers.
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

/** Length of each measurement in the warm-up round. */
const WARM_UP_SECONDS = 1;

/** What to measure. */
export interface Program {
  readonly peers: readonly Peer[];
  readonly standing: ReadonlyMap<string, StandingServer>;
  readonly cases: readonly Case[];
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Measures everything once in each round. Odd rounds begin with the last peer. A warm-up round, which is not
 * counted, lets all servers compile and fills compile and file caches.
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
      if (server === undefined) throw new Error(`${peer.title} is not running`);
      return measureReads(setting, server, each, seconds);
    }
  }
}

function summarize({ shown }: Case, { metrics, failures }: Measurement): string {
  const parts = shown.map((name) => `${METRICS[name].title} ${metrics[name]?.toFixed(1) ?? 'not measured'}`);
  return [...parts, ...(failures === 0 ? [] : [`${failures} FAILED`])].join('; ');
}
