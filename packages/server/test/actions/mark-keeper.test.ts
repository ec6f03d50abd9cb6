// The keeper of the mark: what it marks, what it notices while it runs, and that no publish depends on it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import type { NewVersion, RegistryStore, VersionDigest, VersionStore } from '@prime-registry/store';
import { insertNew } from '@prime-registry/testkit/versions';
import { EMPTY_EDGE } from '@prime-registry/tlog';
import { findMissingVersions, type MissingVersions } from '../../src/actions/lost-versions/compare-mark.ts';
import { MarkKeeper } from '../../src/actions/lost-versions/mark-keeper.ts';
import { MARKED_VERSIONS, parseMark } from '../../src/actions/lost-versions/published-mark.ts';
import { settleMark } from '../../src/actions/lost-versions/settle-mark.ts';

const NAME = '@acme/web-style';
const SHA256 = 'ab'.repeat(32);

const HEAD = { logId: '0123456789abcdef', edge: EMPTY_EDGE, halted: undefined, server: 'file' };
const LOGGED = { index: 0, entry: new Uint8Array(), head: HEAD, proof: [] };

const atOnce = async (): Promise<void> => undefined;

/** A database that can go back to an older state, and a mark. */
class Place {
  versions: VersionDigest[] = [];
  mark: string | undefined;
  writes = 0;
  isAway = false;
  /** What the next write awaits. */
  beforeWrite = atOnce;

  readonly store = {
    insertVersion: async ({ version: { identity } }: NewVersion) => {
      this.versions.unshift({ name: NAME, identity, sha256: SHA256 });
      return { isNew: true, logged: LOGGED } as const;
    },
    listMissingVersions: async (versions: readonly VersionDigest[]) =>
      versions.filter(({ identity }) => !this.versions.some((each) => each.identity === identity)),
    listLastPublished: async (limit: number) =>
      this.versions.slice(0, limit).map((version) => ({ ...version, publishedAtMs: 0 })),
  } as Pick<RegistryStore, 'listMissingVersions' | 'listLastPublished' | 'insertVersion'> as RegistryStore;

  readonly marks = {
    readMark: async () => {
      if (this.isAway) throw new Error('away');
      return this.mark;
    },
    writeMark: async (_name: string, text: string) => {
      if (this.isAway) throw new Error('away');
      const wait = this.beforeWrite;
      this.beforeWrite = atOnce;
      await wait();
      this.writes += 1;
      this.mark = text;
    },
  };
}

function keep({ store, marks }: Place) {
  const missing: MissingVersions[] = [];
  const failures: unknown[] = [];
  const keeper = new MarkKeeper({
    ...{ store, marks, now: () => 0 },
    onMissing: (found) => missing.push(found),
    onFailure: (error) => failures.push(error),
  });
  const watched: VersionStore = keeper.watch(store);
  const publish = (version: string, origin?: string): Promise<boolean> =>
    insertNew(watched, {
      ...{ name: getValue(parsePrimeName(NAME)), version: getValue(parseVersion(version)) },
      ...{ sha256: SHA256, origin },
    } as NewVersion);
  return { keeper, publish, missing, failures };
}

const marked = ({ mark }: Place): string[] => parseMark(mark).published.map(({ identity }) => identity);

test('the mark names the last publishes of all processes, and no mirrored version', async () => {
  const place = new Place();
  const [one, two] = [keep(place), keep(place)];
  await one.publish('1.0.0');
  await one.publish('5.0.0', 'https://upstream.example');
  await two.publish('1.1.0+build');
  assert.equal(place.writes, 0, 'a publish does not wait for it');
  await one.keeper.close();
  await two.keeper.close();
  assert.ok(['1.0.0', '1.1.0'].every((version) => marked(place).includes(version)));

  const many = keep(place);
  await many.keeper.flush();
  const { writes } = place;
  for (let number = 0; number < 100; number += 1) await many.publish(`2.${number}.0`);
  await many.keeper.flush();
  assert.equal(place.writes, writes + 1, 'one write for all');
  assert.deepEqual([marked(place).length, marked(place)[0]], [MARKED_VERSIONS, '2.99.0']);
  await many.keeper.flush();
  assert.equal(place.writes, writes + 1, 'nothing was published since');
});

test('a database that goes back while servers run is noticed with the next publish, and until it is settled', async () => {
  const place = new Place();
  const { keeper, publish, missing } = keep(place);
  await publish('1.0.0');
  await publish('1.1.0');
  await keeper.flush();
  place.versions = place.versions.slice(1);
  await publish('1.2.0');
  await keeper.flush();
  assert.deepEqual(
    missing.map(({ versions }) => versions.map(({ identity }) => identity)),
    [['1.1.0']],
  );
  await publish('1.1.0');
  await keeper.flush();
  assert.equal(missing.length, 1, 'once, while it runs');
  const compare = { ...place, now: () => 0 };
  assert.equal((await findMissingVersions(compare))?.versions.length, 1, 'others may be missing too');
  const another = keep(place);
  await another.keeper.close();
  assert.equal(another.missing.length, 1, 'at every start');
  await settleMark(place.store, place.marks, atOnce);
  await publish('1.3.0');
  await keeper.close();
  assert.equal(await findMissingVersions(compare), undefined);
  assert.deepEqual(marked(place), ['1.3.0', '1.1.0', '1.2.0', '1.0.0']);
});

test('a process that has read the mark before another one writes it takes nothing from it', async () => {
  const place = new Place();
  const [one, two] = [keep(place), keep(place)];
  await one.publish('1.0.0');
  await Promise.all([one.keeper.flush(), two.keeper.flush()]);
  await one.publish('1.1.0');
  await two.publish('1.2.0');
  place.beforeWrite = () => two.keeper.flush();
  await one.keeper.flush();
  assert.deepEqual(marked(place).toSorted(), ['1.0.0', '1.1.0', '1.2.0']);
});

test('a server that has read the mark before it is settled does not bring back what was missing', async () => {
  const place = new Place();
  const { keeper, publish } = keep(place);
  await publish('1.0.0');
  await publish('1.1.0');
  await keeper.flush();
  place.versions = place.versions.slice(1);
  await publish('1.2.0');
  await keeper.flush();
  const compare = { ...place, now: () => 0 };
  assert.equal((await findMissingVersions(compare))?.versions.length, 1);
  await publish('1.3.0');
  const { promise: isReading, resolve: read } = Promise.withResolvers<void>();
  const { promise: isSettled, resolve: settled } = Promise.withResolvers<void>();
  place.beforeWrite = () => {
    read();
    return isSettled;
  };
  const writing = keeper.flush();
  await isReading;
  await settleMark(place.store, place.marks, async () => {
    settled();
    await writing;
  });
  settled();
  await writing;
  assert.equal(await findMissingVersions(compare), undefined);
});

test('storage that is away delays the mark, and fails no publish', async () => {
  const place = new Place();
  place.isAway = true;
  const { keeper, publish, failures } = keep(place);
  assert.equal(await publish('1.0.0'), true);
  await keeper.flush();
  assert.equal(failures.length, 1);
  place.isAway = false;
  await publish('1.1.0');
  await keeper.close();
  assert.deepEqual(marked(place), ['1.1.0', '1.0.0']);
});

test('a damaged mark is not overwritten before it is settled', async () => {
  for (const damaged of ['', 'null', '{"format":2}', '{"format":1,"published":[{}],"missing":[]}']) {
    const place = new Place();
    place.mark = damaged;
    const { keeper, publish, failures } = keep(place);
    await publish('1.0.0');
    await keeper.close();
    assert.match(
      String(failures[0]),
      /published\.json next to the tarballs is damaged, .*lost-versions settle/,
    );
    assert.equal(place.mark, damaged);
    await settleMark(place.store, place.marks, atOnce);
    assert.deepEqual(marked(place), ['1.0.0']);
  }
});

test('an empty registry writes no mark', async () => {
  const place = new Place();
  await keep(place).keeper.close();
  assert.equal(place.mark, undefined);
});
