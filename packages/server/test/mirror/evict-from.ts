// Evictions as a server carries them out, at the moment and with the limits of a test's choice.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openFileSystemBlobInventory } from '@prime-registry/blobs/file-system';
import { eventually, type TestRegistry } from '@prime-registry/testkit';
import { type EvictDeps, evict } from '../../src/mirror/evict/evict.ts';
import type { EvictionLimits, Victim } from '../../src/mirror/evict/plan-eviction.ts';
import { mirrorActs } from '../../src/mirror/mirror-acts.ts';
import { type Chain, LIST } from './chain.ts';

export const DAY_MS = 86_400_000;

/** An eviction that a test asks for. */
export interface Round {
  readonly limits?: Partial<EvictionLimits>;
  /** How much later than now. */
  readonly afterMs?: number;
  readonly nowMs?: number;
  readonly blobsOlderThanMs?: number;
  readonly left?: Set<string>;
}

/** Evicts what a server would. @returns what went */
export async function evictFrom(
  { store, dataFolder }: TestRegistry,
  { limits, nowMs = Date.now(), afterMs = 0, blobsOlderThanMs = 0, left = new Set() }: Round,
): Promise<string[]> {
  const now = (): number => nowMs + afterMs;
  const deps: EvictDeps = {
    store,
    inventory: openFileSystemBlobInventory(dataFolder),
    limits: { mirrorMaxBytes: 0, mirrorMaxAgeMs: 0, ...limits },
    ...{ now, blobsOlderThanMs },
    actOf: ({ origin }: Victim) => mirrorActs('evict', now(), origin),
    signal: new AbortController().signal,
  };
  const gone: string[] = [];
  for await (const { name, version, reason } of evict(deps, { left }))
    gone.push(`${name} ${version} ${reason}`);
  return gone;
}

/** Everything that can go. */
export const ALL: Round = { limits: { mirrorMaxAgeMs: DAY_MS }, afterMs: 3 * DAY_MS };

/** Resolves when so many versions are here. */
export async function isKept({ store }: TestRegistry, name = '@acme/web-style', versions = 1): Promise<void> {
  await eventually(async () => assert.equal((await store.listVersions(name)).length, versions));
}

/** Publishes there and reads here. */
export async function bring({ origin, mirror }: Chain, version: string, bytes = 100): Promise<void> {
  const files = { 'noise.bin': randomBytes(bytes) };
  await origin.author.mustPublish({ version, files });
  assert.equal((await mirror.anonymous.get(`${LIST}/${version}/tarball`)).status, 200);
}

/** Paths of the tarballs that are here. */
export const blobsOf = async (registry: TestRegistry): Promise<string[]> =>
  (await registry.listFiles()).filter((path) => path.includes('blobs/'));
