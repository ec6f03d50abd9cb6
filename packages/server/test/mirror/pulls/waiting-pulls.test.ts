// Pulls that wait for a slot of a slow upstream: their readers may be gone, so they must not pile up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import { type PullDeps, Pulls } from '../../../src/mirror/pull/pulls.ts';

const NAME = getValue(parsePrimeName('@acme/web-style'));

/** The pulls of a mirror with one slot, whose upstream has all versions from 1.0.0 on and never sends a tarball. */
function openPulls() {
  const upstream = {
    ...{ url: 'https://upstream.example', listMaxAgeMs: 1000, supplies: () => true },
    proveVersion: async () => undefined,
    openTarball: (_name: string, _version: string, _sha256: unknown, signal: AbortSignal) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const find = async (_name: unknown, { full }: { readonly full: string }) =>
    full.startsWith('0.') ? undefined : { upstream, manifest: { name: NAME.full, version: full } };
  return new Pulls({
    ...{ maxPulls: 1, pullBytes: 1, memory: { take: () => () => undefined } },
    ...{ upstreams: [upstream], localScopes: new Set() },
    store: {
      findVersion: async () => undefined,
      findStanding: async () => ({ isLocalScope: false, origin: undefined }),
    },
    manifests: { isAbsent: () => false, recall: () => undefined, find },
  } as unknown as PullDeps);
}

test('only some wait, and what does not exist never does', async () => {
  const pulls = openPulls();
  const pull = (version: string) => pulls.pull(NAME, getValue(parseVersion(version)));
  // Nothing here takes a turn of the event loop, unless it waits.
  const outcomeOf = (version: string): Promise<unknown> =>
    Promise.race([
      pull(version).catch(({ code }: { readonly code: string }) => code),
      new Promise((resolve) => setImmediate(resolve, 'waits')),
    ]);
  // One has the slot.
  for (let index = 0; index < 65; index += 1) assert.equal(await outcomeOf(`1.${index}.0`), 'waits');
  for (let more = 0; more < 10; more += 1) {
    assert.equal(await outcomeOf(`2.${more}.0`), 'overloaded');
    assert.equal(await outcomeOf(`0.${more}.0`), undefined);
  }
  await pulls.close();
});
