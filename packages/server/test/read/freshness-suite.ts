// Read your writes: after a publish or a yank is acknowledged, every later read sees it, on every server of
// the registry, even if its answer was hot.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Actor, eventually } from '@prime-registry/testkit';
import { countStoreWork, type ObservedServer } from '../http/response-cache/observed-server.ts';

const ROUNDS = 4;

/** Declares the tests for two servers of one registry. */
export function testFreshness(one: ObservedServer, other: ObservedServer): void {
  const WRITERS = [
    ['the same server', one.admin],
    ['another server', other.admin],
  ] as const;

  /** The list of a Prime in both spellings; fails if they differ. */
  async function readList(name: string, query = '') {
    const spellings = [`/pack/${name}${query}`, `/pack/${encodeURIComponent(name)}${query}`];
    const [plain, encoded] = await Promise.all(
      spellings.map((path) => one.anonymous.get(path, { 'x-request-id': 'a' })),
    );
    assert.equal(plain?.text, encoded?.text);
    const { status, json } = plain ?? assert.fail();
    const versions: string[] = (json.versions ?? []).map(({ version }: { version: string }) => version);
    return { status, versions, latest: json.latest as string | undefined };
  }

  /** Makes everything about a version hot: once read, it is in the response cache until something is written. */
  async function warm(name: string, version: string): Promise<void> {
    const paths = [`/pack/${name}/${version}`, `/pack/${name}/${version}/tarball`];
    const readAll = async (): Promise<void> => {
      await Promise.all(paths.map((path) => one.anonymous.get(path)));
      await readList(name);
      await readList(name, '?yanked=include');
    };
    await readAll();
    // Counts of downloads are written in the background, sometimes in between.
    await eventually(async () => {
      const before = await countStoreWork(one.anonymous);
      await readAll();
      assert.equal(await countStoreWork(one.anonymous), before, 'it is in the response cache');
    });
  }

  describe('the very next read', () => {
    for (const [index, [title, writer]] of WRITERS.entries()) {
      const name = `@acme/of-writer-${index}`;

      test(`sees a publish through ${title}: list, latest, manifest, tarball`, async () => {
        const published: string[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const version = `1.0.${round}`;
          await warm(name, version);
          assert.equal((await one.anonymous.get(`/pack/${name}/${version}`)).status, 404);
          const { sha256 } = await writer.mustPublish({ name, version });
          published.push(version);
          // Each round begins with another of the first requests of a client.
          const reads = [
            async () =>
              assert.deepEqual(await readList(name), { status: 200, versions: published, latest: version }),
            async () =>
              assert.equal((await one.anonymous.get(`/pack/${name}/${version}`)).json.sha256, sha256),
            async () =>
              assert.equal((await one.anonymous.get(`/pack/${name}/${version}/tarball`)).status, 200),
          ];
          for (const [position] of reads.entries()) await reads[(position + round) % reads.length]?.();
        }
      });

      test(`sees a yank through ${title}: gone from the list, and yanked in the manifest`, async () => {
        const versions = Array.from({ length: ROUNDS }, (_, round) => `2.0.0-rc.${round}`);
        const ofYanked = `${name}-yanked`;
        for (const version of versions) await writer.mustPublish({ name: ofYanked, version });
        while (versions.length > 0) {
          const version = versions.at(-1) ?? '';
          await warm(ofYanked, version);
          assert.deepEqual(await readList(ofYanked), { status: 200, versions, latest: version });
          assert.equal((await one.anonymous.get(`/pack/${ofYanked}/${version}`)).json.yanked, false);
          assert.equal((await writer.yank(ofYanked, version)).status, 200);
          versions.pop();
          const left = { status: 200, versions, latest: versions.at(-1) ?? '' };
          if (versions.length % 2 === 0) assert.deepEqual(await readList(ofYanked), left);
          assert.equal((await one.anonymous.get(`/pack/${ofYanked}/${version}`)).json.yanked, true);
          assert.deepEqual(await readList(ofYanked), left);
          assert.equal((await readList(ofYanked, '?yanked=include')).versions.length, ROUNDS);
          assert.equal((await one.anonymous.get(`/pack/${ofYanked}/${version}/tarball`)).status, 200);
        }
      });
    }
  });

  test('no read that begins after a 201 misses the version, during other reads and publishes', async () => {
    const name = '@acme/contended';
    await one.admin.mustPublish({ name, version: '1.0.0' });
    const acknowledged = new Set(['1.0.0']);
    let isOver = false;
    let reads = 0;

    async function readOn({ anonymous }: { readonly anonymous: Actor }, path: string): Promise<number> {
      let count = 0;
      try {
        for (let newest = 0; !isOver; count += 1, reads += 1) {
          const expected = [...acknowledged];
          const { status, json } = await anonymous.get(path);
          assert.equal(status, 200);
          const versions: string[] = json.versions.map(({ version }: { version: string }) => version);
          for (const version of expected) assert.ok(versions.includes(version), `${path} misses ${version}`);
          assert.equal(json.latest, versions.at(-1), 'latest is the last of the list');
          assert.ok(versions.length >= newest, 'no reader goes back in time');
          newest = versions.length;
        }
      } finally {
        isOver = true;
      }
      return count;
    }

    async function publishOn(): Promise<void> {
      for (let round = 1; round <= 10; round += 1) {
        const version = `1.${round}.0`;
        await (round % 2 === 0 ? one : other).admin.mustPublish({ name, version });
        acknowledged.add(version);
        // Time for the current answers to become hot.
        for (const enough = reads + 15; reads < enough && !isOver; )
          await one.anonymous.get('/-/health/live');
      }
      isOver = true;
    }

    const before = await countStoreWork(one.anonymous);
    const paths = [`/pack/${name}`, `/pack/${encodeURIComponent(name)}`];
    const readers = [...paths, ...paths].map((path) => readOn(one, path));
    const [counts] = await Promise.all([Promise.all(readers), readOn(other, `/pack/${name}`), publishOn()]);
    const ofOne = counts.reduce((sum, count) => sum + count, 0);
    const work = (await countStoreWork(one.anonymous)) - before;
    assert.ok(work < ofOne, `${work} for ${ofOne} reads: many were hot`);
  });
}
