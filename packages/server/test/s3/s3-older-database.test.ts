// An older database next to a bucket: the mark is in the bucket, below the prefix of the registry.
import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, runCommand } from '@prime-registry/testkit';
import { useS3Server } from '@prime-registry/testkit/s3';
import { parseLines, tarballOf } from '../process/data/on-data.ts';
import { makeFolder, serveHere } from '../process/temporary-registry.ts';

const s3 = await useS3Server();

test('an older database is noticed next to a bucket', { skip: s3.skip }, async (t) => {
  const [bucket, empty] = [await s3.makeBucket(), await s3.makeBucket()];
  const dataFolder = await makeFolder(t);
  const database = join(dataFolder, 'registry.sqlite');
  const environment = { ...s3.environment, PRIME_REGISTRY_BLOBS: bucket.url };
  const publish = async (version: string): Promise<string> => {
    const { admin, stop, stderr } = await serveHere(t, { dataFolder, environment });
    await admin.mustPublish({ version, tarball: tarballOf(version) });
    await stop();
    return stderr();
  };
  const must = async (...args: string[]): Promise<string> => {
    const flags = ['--data', dataFolder, '--blobs', bucket.url];
    const { code, stdout, stderr } = await runCommand([...args, ...flags], s3.environment);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  };

  await publish('1.0.0');
  const older = join(await makeFolder(t), 'older.sqlite');
  await cp(database, older);
  await publish('1.1.0');
  assert.equal(
    (await bucket.listKeys('team/primes/')).filter((key) => key.endsWith('/published.json')).length,
    1,
  );
  assert.match(await must('verify'), /^Checked 2 versions, 2 tarballs, .*: all is well\.\n$/);
  assert.equal(await must('gc'), 'There is nothing to remove.\n');

  for (const suffix of ['-wal', '-shm']) await rm(`${database}${suffix}`, { force: true });
  await cp(older, database);
  const { stderr, stop } = await serveHere(t, { dataFolder, environment });
  const warnings = () => parseLines(stderr()).filter(({ msg }) => /lacks versions/.test(msg));
  await eventually(() => assert.deepEqual(warnings()[0]?.missing, ['@acme/web-style 1.1.0']));
  await stop();
  assert.match(await must('lost-versions', 'find', '--record'), /; 1 newly recorded\.$/m);
  await must('lost-versions', 'settle');
  // The log halts by its own mark in the bucket.
  const flags = ['--data', dataFolder, '--blobs', bucket.url];
  const status = await runCommand(['log', 'status', ...flags], s3.environment);
  assert.match(status.stdout, /^state +halted: the database has 2 of its entries, and 3 were signed/m);
  await must('log', 'restart', '--reason', 'an older database');
  assert.doesNotMatch(await publish('1.2.0'), /lacks versions/);

  // A bucket without a mark, or a prefix of another registry, says nothing.
  const elsewhere = { ...s3.environment, PRIME_REGISTRY_BLOBS: empty.url };
  const other = await serveHere(t, { dataFolder, environment: elsewhere });
  await other.stop();
  assert.doesNotMatch(other.stderr(), /lacks versions/);
});
