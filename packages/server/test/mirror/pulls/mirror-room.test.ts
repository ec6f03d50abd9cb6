// An upstream cannot fill the disk beyond mirror-max-bytes: not between two evictions, and not with manifests
// and lists.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { eventually, type TestRegistry } from '@prime-registry/testkit';
import { MirrorRoom } from '../../../src/mirror/evict/mirror-room.ts';
import { fillSpool } from '../../../src/mirror/pull/pull.ts';
import { SpoolRoom, TarballSpool } from '../../../src/mirror/pull/tarball-spool.ts';
import { LIST, startChain } from '../chain.ts';

const MAX_BYTES = 200_000;
/** Somewhat more than each version has. */
const VERSION_BYTES = 55_000;

async function countBytes({ store }: TestRegistry): Promise<number> {
  return (await store.listMirrorUsage()).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

test('what is read above the limit is served, and not stored before something was evicted', async () => {
  await using chain = await startChain({}, { mirrorMaxBytes: MAX_BYTES });
  const { origin, mirror } = chain;
  const versions = Array.from({ length: 12 }, (_, index) => `1.${index}.0`);
  for (const version of versions)
    await origin.author.mustPublish({ version, files: { 'noise.bin': randomBytes(50_000) } });
  const largest = { most: 0 };
  const watch = setInterval(async () => {
    largest.most = Math.max(largest.most, await countBytes(mirror).catch(() => 0));
  }, 5).unref();
  const answers = await Promise.all(
    versions.map((version) => mirror.anonymous.get(`${LIST}/${version}/tarball`)),
  );
  for (const { status, bytes } of answers) {
    assert.equal(status, 200);
    assert.ok(bytes.length > 50_000);
  }
  await eventually(async () => assert.ok((await countBytes(mirror)) > 0));
  // The eviction begins soon, without waiting for its turn.
  await eventually(async () => assert.ok((await countBytes(mirror)) <= MAX_BYTES));
  clearInterval(watch);
  assert.ok(largest.most <= MAX_BYTES + VERSION_BYTES, `${largest.most} bytes`);
});

test('lists that nobody needs count, are not stored above the limit, and are evicted first', async () => {
  await using chain = await startChain({}, { mirrorMaxBytes: 2000 });
  const { origin, mirror } = chain;
  for (let prime = 0; prime < 8; prime += 1) {
    for (let version = 0; version < 9; version += 1)
      await origin.author.mustPublish({ name: `@acme/p${prime}`, version: `1.${version}.0` });
    const answer = await mirror.anonymous.get(`/pack/@acme/p${prime}`);
    assert.equal(answer.json.versions.length, 9);
    const bytes = await countBytes(mirror);
    assert.ok(bytes <= 2800, `${bytes} bytes`);
  }
  assert.ok((await countBytes(mirror)) > 0);
});

test('works in progress take their room in advance', async () => {
  let full = 0;
  const room = new MirrorRoom({
    store: {
      listMirrorUsage: async () => [{ origin: 'x', versions: 1, sizeBytes: 950 }],
      listLeastRead: async () => [],
    },
    limits: { mirrorMaxBytes: 1000, mirrorMaxAgeMs: 0 },
    onFull: () => {
      full += 1;
    },
  });
  const first = Promise.withResolvers<void>();
  const using = room.use(100, () => first.promise);
  assert.equal(await room.use(60, async () => assert.fail('there is no room')), false);
  first.resolve();
  assert.equal(await using, true);
  assert.equal(await room.use(60, async () => undefined), true);
  assert.equal(full, 3);
});

test('the temporary files of pulls have a bound, after which the newest pull is a 503', async () => {
  await using chain = await startChain({}, { maxTarballBytes: 64 * 1024 });
  const { origin, mirror } = chain;
  // More than 64 times the largest tarball that is kept here.
  const noise = randomBytes(64 * 64 * 1024 + 1024);
  await origin.author.mustPublish({ version: '1.0.0', files: { 'noise.bin': noise } });
  await origin.author.mustPublish({ version: '1.1.0', files: { 'noise.bin': noise.subarray(0, 2 ** 20) } });
  const read = fetch(`${mirror.baseUrl}${LIST}/1.0.0/tarball`).then((answer) => answer.arrayBuffer());
  await assert.rejects(read, 'the download breaks off');
  assert.equal((await mirror.anonymous.get(`${LIST}/1.1.0/tarball`)).status, 200);
});

test('a file returns its room when its last reader has finished', async () => {
  const room = new SpoolRoom(10_000);
  const write = async (spool: TarballSpool) => {
    for (let piece = 0; piece < 6; piece += 1) await spool.write(randomBytes(100_000));
  };
  const first = new TarballSpool(room);
  await write(first);
  const second = new TarballSpool(room);
  await assert.rejects(write(second), /temporary files of pulls have too many bytes/);
  first.end();
  const reading = first.read();
  await first.close();
  let bytes = 0;
  for await (const piece of reading ?? []) bytes += piece.length;
  assert.equal(bytes, 600_000);
  // All but what the second one has.
  room.take(340_000);
  await second.close();
  room.take(300_000);
});

test('a tarball that is refused before it is read returns its room', async () => {
  const room = new SpoolRoom(10_000);
  async function* arrive(): AsyncGenerator<Uint8Array> {
    for (let piece = 0; piece < 6; piece += 1) yield randomBytes(100_000);
  }
  const filled = fillSpool(new TarballSpool(room), arrive(), async () => assert.fail('refused'));
  await assert.rejects(filled, /refused/);
  room.take(640_000);
});

for (const [what, fails] of [
  ['arrive', true],
  ['be stored', false],
] as const)
  test(`a tarball that could not ${what} returns its room after an hour, however slow its readers are`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const room = new SpoolRoom(10_000);
    const spool = new TarballSpool(room);
    const reader = spool.read()?.[Symbol.asyncIterator]();
    async function* arrive(): AsyncGenerator<Uint8Array> {
      for (let piece = 0; piece < 6; piece += 1) yield randomBytes(100_000);
      if (fails) throw new Error('refused');
    }
    await assert.rejects(fillSpool(spool, arrive(), () => Promise.reject(new Error('refused'))));
    assert.equal((await reader?.next())?.done, false);
    assert.throws(() => room.take(640_000));
    t.mock.timers.tick(3_600_000);
    t.mock.timers.reset();
    await assert.rejects(async () => reader?.next(), /took too long/);
    await eventually(async () => room.take(640_000));
  });
