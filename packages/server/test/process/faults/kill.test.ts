// A registry that is killed during publishes keeps every version that it answered with 201, has no partial
// one, and cleans up at its next start.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, buildTarball, eventually } from '@prime-registry/testkit';
import { listFiles, makeFolder, start } from '../temporary-registry.ts';

const ROUNDS = 6;
const PUBLISHERS = 6;
// From before the first upload has arrived until after many have been answered.
const LONGEST_LIFE_MS = 400;

test('every acknowledged version survives kill -9, and none is partial', async (t) => {
  const dataFolder = await makeFolder(t);
  const acknowledged = new Map<string, Buffer>();
  const verified = new Set<string>();
  let lastVersion = 0;

  /** Publishes until the registry is gone. */
  async function publishForEver(author: Actor): Promise<void> {
    for (;;) {
      lastVersion += 1;
      const version = `1.${lastVersion}.0`;
      const tarball = buildTarball({ 'README.md': version, 'data.bin': randomBytes(60_000) });
      const answer = await author.publish({ version, tarball }).catch(() => undefined);
      if (answer === undefined) return;
      assert.equal(answer.status, 201, answer.text);
      acknowledged.set(version, tarball);
    }
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const registry = await start(t, { dataFolder });
    assert.deepEqual(await listFiles(dataFolder, 'uploads'), [], 'leftovers are gone after a start');
    // What an earlier round has read is read again at the end.
    await verify(registry.anonymous, acknowledged, verified);
    const publishing = Array.from({ length: PUBLISHERS }, () => publishForEver(registry.admin));
    const before = acknowledged.size;
    await delay(10 + (LONGEST_LIFE_MS * round) / ROUNDS);
    // The second half of the rounds ends among answers, however slow the machine is.
    if (round >= ROUNDS / 2) await eventually(() => assert.ok(acknowledged.size >= before + 2));
    await registry.end('SIGKILL');
    await Promise.all(publishing);
  }

  const registry = await start(t, { dataFolder });
  assert.ok(acknowledged.size >= ROUNDS, `only ${acknowledged.size} versions were published`);
  await verify(registry.anonymous, acknowledged, new Set());
  const { results } = (await registry.anonymous.get('/search?q=web-style')).json;
  const { latest } = (await registry.anonymous.get('/pack/@acme/web-style')).json;
  assert.equal(results[0].version, latest, 'search agrees with the list');
});

/**
 * Every acknowledged version is there byte for byte, and any other listed one is complete.
 * @param verified those that need not be read; the others are added
 */
async function verify(
  reader: Actor,
  acknowledged: ReadonlyMap<string, Buffer>,
  verified: Set<string>,
): Promise<void> {
  const list = await reader.get('/pack/@acme/web-style');
  const listed: string[] =
    list.status === 404 ? [] : list.json.versions.map((entry: { version: string }) => entry.version);
  for (const version of acknowledged.keys()) assert.ok(listed.includes(version), `${version} is lost`);
  await Promise.all(
    listed.map(async (version) => {
      if (verified.has(version)) return;
      verified.add(version);
      const manifest = await reader.get(`/pack/@acme/web-style/${version}`);
      const tarball = await reader.get(`/pack/@acme/web-style/${version}/tarball`);
      assert.equal(tarball.status, 200, version);
      assert.equal(createHash('sha256').update(tarball.bytes).digest('hex'), manifest.json.sha256, version);
      const sent = acknowledged.get(version);
      if (sent !== undefined) assert.ok(sent.equals(tarball.bytes), `${version} is not what was sent`);
    }),
  );
}
