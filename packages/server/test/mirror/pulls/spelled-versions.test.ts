// Build metadata makes no other version, and readers may ask for a version with any. What one of them makes up decides
// nothing for the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { LIST, MANIFEST, startChain, TARBALL } from '../chain.ts';

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

test('a 404 for another spelling says nothing about the version', async () => {
  await using chain = await startChain({}, { responseCacheBytes: 0 });
  const { origin, mirror, link } = chain;
  await origin.author.mustPublish({ version: '1.0.0' });
  // An upstream that knows each version by one spelling, such as a folder of files.
  const body = JSON.stringify({
    code: 'version_not_found',
    title: 'The version does not exist',
    status: 404,
  });
  const headers = { 'content-type': 'application/problem+json' };
  link.fault = ({ path }) =>
    path.includes('made-up') ? { kind: 'answer', status: 404, headers, body } : undefined;
  for (const path of [`${MANIFEST}${MADE_UP}`, `${MANIFEST}${MADE_UP}/tarball`])
    expectProblem(await mirror.anonymous.get(path), 'prime_not_found');
  assert.equal((await mirror.anonymous.get(MANIFEST)).status, 200);
  assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
});
