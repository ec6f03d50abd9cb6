// Two processes ask an upstream for a list at the same time: an answer from before a yank does not take it back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getValue, parsePrimeName } from '@prime-registry/protocol';
import { eventually } from '@prime-registry/testkit';
import { MirroredLists } from '../../src/mirror/lists/mirrored-lists.ts';
import type { Upstream } from '../../src/mirror/upstreams/upstream.ts';
import { startChain, TARBALL } from './chain.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('must not be asked'));

/** An upstream that must not be asked for anything. */
const NO_UPSTREAM: Upstream = {
  ...{ url: '', listMaxAgeMs: 1, supplies: () => true, fetchList: refuse, fetchManifest: refuse },
  ...{ fetchSourceManifest: refuse, fetchSignatures: refuse, openTarball: refuse, listPrimes: refuse },
  ...{ readChanges: refuse, describeLog: refuse, proveVersion: refuse, findAtomHomes: refuse },
  ...{ search: refuse, close: refuse },
};

test('an answer that arrives after that of a later request counts no more', async () => {
  await using chain = await startChain();
  const { origin, link, mirror } = chain;
  await origin.author.mustPublish({ version: '1.0.0' });
  await mirror.anonymous.get(TARBALL);
  const name = getValue(parsePrimeName('@acme/web-style'));
  const here = async () => (await mirror.store.listVersions(name.full))[0]?.yanked;
  await eventually(async () => assert.equal(await here(), false));

  let nowMs = Date.now() - 60_000;
  const removal = { keepsRemoved: false, withInventory: refuse, onKept: refuse };
  const openLists = () =>
    new MirroredLists({ store: mirror.store, removal, now: () => nowMs, onFailure: () => undefined });
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  /** The upstream, with a list of one version. */
  const listing = (yanked: boolean, arrived: Promise<void> = Promise.resolve()) => ({
    ...NO_UPSTREAM,
    url: link.baseUrl,
    async fetchList() {
      asked.resolve();
      await arrived;
      return { etag: `"${yanked}"`, versions: [{ version: '1.0.0', publishedAtMs: 0, yanked }] };
    },
  });
  const before = openLists().refresh(name, [listing(false, late.promise)]);
  await asked.promise;
  nowMs += 1000;
  const after = await openLists().refresh(name, [listing(true)]);
  assert.equal(after?.versions[0]?.yanked, true);
  assert.equal(await here(), true);
  nowMs += 1000;
  late.resolve();
  assert.equal((await before)?.versions[0]?.yanked, true);
  assert.equal(await here(), true);
  // One that was sent later counts, whatever it says.
  await openLists().refresh(name, [listing(false)]);
  assert.equal(await here(), false);
});
