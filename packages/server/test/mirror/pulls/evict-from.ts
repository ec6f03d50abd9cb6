// Evicts as a server does, with the time and limits of the test.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openFileSystemBlobInventory } from '@prime-registry/blobs/file-system';
import { eventually, type TestRegistry } from '@prime-registry/testkit';
import { type EvictDeps, evict } from '../../../src/mirror/evict/evict.ts';
import type { EvictionLimits, Victim } from '../../../src/mirror/evict/plan-eviction.ts';
import { mirrorActs } from '../../../src/mirror/mirror-acts.ts';
import { type Chain, LIST } from '../chain.ts';

export const DAY_MS = 86_400_000;

/** One eviction. */
export interface Round {
  readonly limits?: Partial<EvictionLimits>;
  /** How much later than now. */
  readonly afterMs?: number;
  readonly nowMs?: number;
  readonly blobsOlderThanMs?: number;
  readonly left?: Set<string>;
  readonly signal?: AbortSignal;
  readonly onEvicted?: () => void;
}

/** Evicts as a server would. @returns the evicted versions */
export async function evictFrom(
  { store, dataFolder }: TestRegistry,
  {
    limits,
    nowMs = Date.now(),
    afterMs = 0,
    blobsOlderThanMs = 0,
    left = new Set(),
    signal = new AbortController().signal,
    onEvicted,
  }: Round,
): Promise<string[]> {
  const now = (): number => nowMs + afterMs;
  const deps: EvictDeps = {
    store,
    inventory: openFileSystemBlobInventory(dataFolder),
    limits: { mirrorMaxBytes: 0, mirrorMaxAgeMs: 0, ...limits },
    ...{ now, blobsOlderThanMs },
    actOf: ({ origin }: Victim) => mirrorActs('evict', now(), origin),
    signal,
  };
  const gone: string[] = [];
  for await (const { name, version, reason } of evict(deps, left)) {
    gone.push(`${name} ${version} ${reason}`);
    onEvicted?.();
  }
  return gone;
}

/** Evicts everything that can be evicted. */
export const ALL: Round = { limits: { mirrorMaxAgeMs: DAY_MS }, afterMs: 3 * DAY_MS };

/** Resolves when this many versions are here. */
export async function isKept({ store }: TestRegistry, name = '@acme/web-style', versions = 1): Promise<void> {
  await eventually(async () => assert.equal((await store.listVersions(name)).length, versions));
}

/** Publishes at the upstream and reads through the mirror. */
export async function bring({ origin, mirror }: Chain, version: string, bytes = 100): Promise<void> {
  const files = { 'noise.bin': randomBytes(bytes) };
  await origin.author.mustPublish({ version, files });
  assert.equal((await mirror.anonymous.get(`${LIST}/${version}/tarball`)).status, 200);
}

/** The paths of the tarballs that are here. */
export const blobsOf = async (registry: TestRegistry): Promise<string[]> =>
  (await registry.listFiles()).filter((path) => path.includes('blobs/'));
