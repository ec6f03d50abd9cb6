// The servers that run during all rounds, filled with releases. This registry comes first: others repeat its
// answers.

import type { Peer } from '../peers/peer.ts';
import type { LaunchedServer } from '../processes/launch.ts';
import type { Case } from './case.ts';
import { fingerprintOf, writeRecordings } from './recordings.ts';
import type { ReleaseSet } from './release-sets.ts';
import { seed } from './seed.ts';
import { newPlace, type Setting } from './setting.ts';
import { findTargets, type Target, type TriedTarget } from './targets.ts';

/** A running server with its targets. */
export interface StandingServer {
  readonly server: LaunchedServer;
  /** By name of the case. */
  readonly targets: ReadonlyMap<string, StandingTarget>;
}

/** A tested target, without the answer, which may be large. */
export interface StandingTarget extends Target {
  readonly bodyBytes: number;
  readonly fingerprint: string;
}

/**
 * Starts and fills a server for each peer with cases of reads.
 * @param peers - this registry first
 * @returns the servers by name of the peer
 */
export async function startStandingServers(
  setting: Setting,
  peers: readonly Peer[],
  cases: readonly Case[],
  cleanUp: AsyncDisposableStack,
): Promise<ReadonlyMap<string, StandingServer>> {
  const standing = new Map<string, StandingServer>();
  for (const peer of peers) {
    const own = cases.filter((each) => each.peers.includes(peer.name) && setOf(each) !== undefined);
    const isOurs = peer.name === 'prime';
    // Servers that repeat answers need the folder, even if it is empty.
    if (own.length === 0 && isOurs) await writeRecordings(newPlace(setting, peer).recordings, {});
    if (own.length === 0) continue;
    console.error(`Filling ${peer.title}.`);
    const server = await peer.start(newPlace(setting, peer));
    cleanUp.defer(server.stop);
    await fill(peer, server, own, setting.signal);
    const tried = await findTargets(peer, server.baseUrl, own, setting.signal);
    if (isOurs) await writeRecordings(newPlace(setting, peer).recordings, Object.fromEntries(tried));
    const targets = new Map([...tried].map(([name, target]) => [name, withoutAnswer(target)]));
    if (peer.name === 'node') requireSame(targets, standing.get('prime')?.targets);
    standing.set(peer.name, { server, targets });
  }
  return standing;
}

async function fill(
  { content }: Peer,
  { baseUrl }: LaunchedServer,
  cases: readonly Case[],
  signal: AbortSignal,
): Promise<void> {
  if ('repeat' in content) return;
  const sets = new Set(cases.map(setOf).filter((set) => set !== undefined));
  await seed(baseUrl, content.protocol, [...sets], signal);
}

/** The set that a case reads from a running server. */
function setOf({ work }: Case): ReleaseSet | undefined {
  if (work.kind === 'requests') return work.of;
  return work.kind === 'search' ? 'search' : undefined;
}

function withoutAnswer({ requests, answer }: TriedTarget): StandingTarget {
  return { requests, bodyBytes: answer.body.length, fingerprint: fingerprintOf(answer) };
}

/** The bare server is a ceiling only if its answers are the same. */
function requireSame(
  repeated: ReadonlyMap<string, StandingTarget>,
  ours: ReadonlyMap<string, StandingTarget> | undefined,
): void {
  for (const [name, { fingerprint }] of repeated) {
    if (fingerprint !== ours?.get(name)?.fingerprint)
      throw new Error(`${name}: the bare server's answers differ from those of the registry`);
  }
}
