// Build metadata makes no other version, and readers may ask for a version with any. What one of them makes up decides
// nothing for the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { LIST, MANIFEST, startChain } from '../chain.ts';

const MADE_UP = '+made-up-by-a-reader';

test('a version is kept as its upstream spells it, whoever asked for it first', async () => {
  await using chain = await startChain();
  const { origin, mirror } = chain;
  await origin.author.mustPublish({ version: '1.0.0' });
  assert.equal((await mirror.anonymous.get(`${MANIFEST}${MADE_UP}/tarball`)).status, 200);
  await eventually(async () => assert.equal((await mirror.store.listVersions('@acme/web-style')).length, 1));
  assert.equal((await mirror.anonymous.get(MANIFEST)).json.version, '1.0.0');
  const { versions } = (await mirror.anonymous.get(LIST)).json;
  assert.deepEqual(
    versions.map(({ version }: { version: string }) => version),
    ['1.0.0'],
  );
  const entries = await mirror.store.listLogEntries(0, 10);
  const log = entries.map((entry) => Buffer.from(entry).toString()).join();
  assert.match(log, /"version":"1\.0\.0"/);
  assert.ok(!log.includes(MADE_UP), 'which would stay there for ever');
});
