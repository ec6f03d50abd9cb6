// The check of a mirror's data reports every change made behind its back, and nothing else.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import { SeededRandom } from '@prime-registry/testkit';
import { Chain, type Member } from '../../src/mirror/chain.ts';
import { checkKept } from '../../src/mirror/check-kept.ts';
import { Expectations } from '../../src/mirror/expectations.ts';

const NO_LIMIT = 2 ** 40;

suite('the check of what a mirror keeps', () => {
  const random = new SeededRandom('kept');
  let folder: string;
  let chain: Chain;
  let mirror: Member;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prime-chaos-'));
    chain = new Chain(folder, random, { workers: 1, maxBytes: undefined });
    const expected = new Expectations(chain, assert.fail);
    [mirror] = chain.mirrors as [Member];
    for (const link of chain.links) await link.listen();
    chain.forward(0);
    await chain.origin.start();
    await mirror.start();
    for (let count = 0; count < 3; count += 1) await expected.publish(random);
    for (const draft of expected.published) await expected.read(mirror, draft, 'tarball', () => false);
    await expected.publishLocally(mirror, random);
    for (const member of [chain.origin, mirror]) await member.end('SIGTERM');
  });
  after(async () => {
    for (const link of chain.links) link.close();
    await rm(folder, { recursive: true });
  });

  async function check(maxBytes = NO_LIMIT): Promise<string> {
    const found: string[] = [];
    await checkKept(mirror, maxBytes, (what) => void found.push(what));
    return found.join('\n');
  }

  function change(sql: string): void {
    using database = new DatabaseSync(join(mirror.folder, 'registry.sqlite'));
    database.exec(sql);
  }

  const blobOf = (sha256: string): string =>
    join(mirror.folder, 'blobs', 'sha256', sha256.slice(0, 2), sha256);

  test('reports nothing about healthy data', async () => {
    assert.equal(await check(), '');
  });

  test('reports counters that do not agree with the versions', async () => {
    change('update mirror_usage set size_bytes = size_bytes + 1');
    assert.match(await check(), /near: counts .*, but has /);
    change('update mirror_usage set size_bytes = size_bytes - 1');
  });

  test('reports a tarball and an upload that nothing needs', async () => {
    const sha256 = createHash('sha256').update('left').digest('hex');
    mkdirSync(join(blobOf(sha256), '..'), { recursive: true });
    writeFileSync(blobOf(sha256), 'left');
    const upload = join(mirror.folder, 'uploads', 'left');
    writeFileSync(upload, 'left');
    const found = await check();
    assert.match(found, /verify finds .*unreferenced/);
    assert.match(found, /gc finds/);
    assert.match(found, /no version needs the file/);
    assert.match(found, /the upload left is left/);
    rmSync(blobOf(sha256));
    rmSync(upload);
  });

  test('reports an eviction that does not reach its limit', async () => {
    change(`create trigger stuck before delete on versions begin select raise(ignore); end`);
    assert.match(await check(1), /mirror evict ended with 1|after an eviction to 1/);
    change('drop trigger stuck');
  });

  test('reports a missing tarball of a version that was published here', async () => {
    using database = new DatabaseSync(join(mirror.folder, 'registry.sqlite'));
    const { sha256 } = database.prepare('select sha256 from versions where origin is null').get() ?? {};
    rmSync(blobOf(String(sha256)));
    assert.match(await check(), /verify ended with 2[\s\S]* has undefined of \d+ bytes/);
  });
});
