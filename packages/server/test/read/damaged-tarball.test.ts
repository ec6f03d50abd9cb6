// A tarball that the registry has lost is a 503. A 404 would send clients to the next registry, which could
// supply other bytes under a name that belongs here.
import assert from 'node:assert/strict';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());

const { sha256 } = await registry.author.mustPublish();
const blob = join(registry.dataFolder, 'blobs', 'sha256', sha256.slice(0, 2), sha256);
const PATH = '/pack/@acme/web-style/1.0.0/tarball';

// In this order: each damages the file further.
const damages: [title: string, damage: () => Promise<void>][] = [
  ['longer', () => writeFile(blob, 'more', { flag: 'a' })],
  ['truncated', () => truncate(blob, 10)],
  ['empty', () => truncate(blob, 0)],
  ['missing', () => rm(blob)],
];

describe('a tarball that is', () => {
  for (const [title, damage] of damages) {
    test(`${title}: 503, logged once, without details in the answer`, async () => {
      await damage();
      for (const headers of [{}, { range: 'bytes=0-1' }]) {
        const answer = await registry.anonymous.get(PATH, headers);
        const { request_id } = expectProblem(answer, 'storage_unavailable');
        for (const secret of [registry.dataFolder, 'ENOENT', sha256, '/blobs', ' at ', 'Error']) {
          assert.ok(!answer.text.includes(secret), answer.text);
        }
        const tarballHeaders = [
          'etag',
          'repr-digest',
          'accept-ranges',
          'content-disposition',
          'content-range',
        ];
        for (const name of tarballHeaders) assert.equal(answer.headers.has(name), false, name);
        const failures = registry.log.filter((line) => line.includes(request_id) && line.includes('"err"'));
        assert.equal(failures.length, 1);
        assert.match(failures[0] ?? '', new RegExp(`"level":50.*${sha256}`));
      }
    });
  }

  test('missing does not keep the version from being listed and described', async () => {
    assert.equal((await registry.anonymous.get('/pack/@acme/web-style')).status, 200);
    const { json } = await registry.anonymous.get('/pack/@acme/web-style/1.0.0');
    assert.equal(json.sha256, sha256);
  });

  test('missing is still a 304 for a client that has it', async () => {
    const { status } = await registry.anonymous.get(PATH, { 'if-none-match': `"sha256-${sha256}"` });
    assert.equal(status, 304);
  });
});
