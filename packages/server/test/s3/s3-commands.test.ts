// Operator commands on a registry with its tarballs in a bucket.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CommandResult,
  eventually,
  type ParsedJson,
  type ProcessOptions,
  runCommand,
} from '@prime-registry/testkit';
import { type TestBucket, useS3Server } from '@prime-registry/testkit/s3';
import { openStore, operatorActs } from 'prime-registry';
import { parseLines, publishMany, tarballOf } from '../process/data/on-data.ts';
import { makeFolder, type ServedRegistry, serveHere, start } from '../process/temporary-registry.ts';

const s3 = await useS3Server();

interface Fixture<Registry> {
  readonly bucket: TestBucket;
  readonly registry: Registry;
  /** Runs a command on the registry's data and bucket. */
  run(...args: string[]): Promise<CommandResult>;
  /** Runs a command that must succeed. @returns its standard output */
  must(...args: string[]): Promise<string>;
}

/** @param serve how the registry runs: in the process of the test, or in one of its own */
async function open<Registry extends ServedRegistry>(
  t: TestContext,
  serve: (t: TestContext, options: Pick<ProcessOptions, 'environment'>) => Promise<Registry>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Fixture<Registry>> {
  const bucket = await s3.makeBucket();
  const blobs = ['--blobs', bucket.url];
  const environment = { ...s3.environment, PRIME_REGISTRY_BLOBS: bucket.url, ...settings };
  const registry = await serve(t, { environment });
  const run = (...args: string[]): Promise<CommandResult> =>
    runCommand([...args, '--data', registry.dataFolder, ...blobs], s3.environment);
  return {
    bucket,
    registry,
    run,
    async must(...args) {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
      return stdout;
    },
  };
}

const TARBALLS = 'team/primes/sha256/';
const keyOf = (sha256: string): string => `${TARBALLS}${sha256.slice(0, 2)}/${sha256}`;
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const AT_ONCE = ['--older-than', '1ms'];

/** Puts an unreferenced tarball into the bucket, old enough to be garbage. */
async function leaveBlob(bucket: TestBucket, bytes: Uint8Array): Promise<string> {
  const sha256 = digestOf(bytes);
  await bucket.put(keyOf(sha256), bytes);
  await delay(20);
  return sha256;
}

describe('with its tarballs in a bucket', { skip: s3.skip }, () => {
  test('workers publish and serve, and no tarball is in the data folder', async (t) => {
    const { bucket, registry, must } = await open(t, start, { PRIME_REGISTRY_WORKERS: '2' });
    await publishMany(registry, 10);
    const large = tarballOf(randomBytes(8 * 2 ** 20).toString('base64'));
    const { url } = await registry.admin.mustPublish({ version: '2.0.0', tarball: large });
    assert.ok((await registry.anonymous.get(url)).bytes.equals(large));
    assert.equal((await bucket.listKeys(TARBALLS)).length, 11);
    for (const folder of ['blobs', 'uploads']) assert.ok(!existsSync(join(registry.dataFolder, folder)));
    assert.match(await must('verify'), /^Checked 11 versions, 11 tarballs, .+: all is well\.\n$/);
  });

  test('a killed server leaves no version without its bytes, and serves all of them when it is back', async (t) => {
    const { bucket, registry, must } = await open(t, start);
    const acknowledged: string[] = [];
    const publish = async (index: number): Promise<void> => {
      const { status, json } = await registry.admin.publish({
        version: `1.${index}.0`,
        tarball: tarballOf(`tarball ${index}`),
      });
      if (status === 201) acknowledged.push(json.url);
    };
    // Some are cut off before anybody waits for them.
    const publishing = Promise.allSettled(Array.from({ length: 40 }, (_, index) => publish(index)));
    await eventually(async () => assert.ok(acknowledged.length > 3));
    await registry.end('SIGKILL');
    await publishing;
    const again = await start(t, {
      dataFolder: registry.dataFolder,
      flags: ['--blobs', bucket.url],
      environment: s3.environment,
    });
    for (const url of acknowledged) assert.equal((await again.anonymous.get(url)).status, 200);
    assert.match(await must('verify'), /all is well/);
    assert.match(
      await must('gc', '--delete', ...AT_ONCE),
      /^(?:removed .+\n)*Removed \d+ tarballs? and 0 uploads/,
    );
    assert.match(await must('verify'), /all is well\.\n$/);
  });

  test('verify finds damaged, missing, truncated, unreferenced and foreign objects', async (t) => {
    const { bucket, registry, run } = await open(t, serveHere);
    await publishMany(registry, 4);
    const [damaged = '', missing = '', short = ''] = await bucket.listKeys(TARBALLS);
    const tarball = (await registry.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).bytes;
    await bucket.put(damaged, Buffer.alloc(tarball.length));
    await bucket.remove(missing);
    await bucket.put(short, 'short');
    await leaveBlob(bucket, Buffer.from('litter'));
    await bucket.put('team/primes/sha256/notes.txt', 'x');
    await bucket.put('team/other/notes.txt', 'x');
    const { code, stdout } = await run('verify', '--json');
    assert.equal(code, 2);
    const kinds = parseLines(stdout).map(({ kind }: ParsedJson) => kind as string);
    // The damaged one has the length of another tarball, or its own.
    const expected = ['missing', 'stranger', 'summary', 'unreferenced', 'wrong-size'];
    assert.deepEqual(
      kinds.filter((kind) => expected.includes(kind)).length,
      kinds.includes('damaged') ? 5 : 6,
    );
    assert.equal(kinds.length, 6);
  });

  test('gc lists and removes garbage, and nothing else', async (t) => {
    const { bucket, registry, must } = await open(t, serveHere);
    const { sha256: needed } = await registry.admin.mustPublish();
    const litter = await Promise.all(
      Array.from({ length: 70 }, (_, index) => leaveBlob(bucket, Buffer.from(`litter ${index}`))),
    );
    assert.equal(
      await must('gc', '--delete'),
      'Removed 0 tarballs and 0 uploads, 0 B.\n',
      'it is younger than a day',
    );
    assert.match(
      await must('gc', ...AT_ONCE),
      /\nWould remove 70 tarballs and 0 uploads, .+ Nothing was changed/,
    );
    const removed = parseLines(await must('gc', '--delete', '--json', ...AT_ONCE));
    const digests = removed.slice(0, -1).map(({ sha256 }: ParsedJson) => sha256 as string);
    assert.deepEqual(digests.toSorted(), litter.toSorted());
    assert.deepEqual(await bucket.listKeys(TARBALLS), [keyOf(needed)]);
  });

  test('gc removes nothing if the bucket belongs to another database', async (t) => {
    const { bucket, registry, run } = await open(t, serveHere);
    await publishMany(registry, 3);
    const other = await s3.makeBucket();
    const litter = await leaveBlob(other, Buffer.from('of somebody else'));
    const args = ['gc', '--delete', ...AT_ONCE, '--data', registry.dataFolder];
    const doubtful = await runCommand([...args, '--blobs', other.url], s3.environment);
    assert.equal(doubtful.code, 1);
    assert.match(
      doubtful.stderr,
      /3 of the tarballs that the database references are missing, and only 0 are there/,
    );
    const nowhere = await runCommand(
      [...args, '--blobs', other.url.replace(/test-/, 'gone-')],
      s3.environment,
    );
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /NoSuchBucket/);
    assert.deepEqual(await other.listKeys(TARBALLS), [keyOf(litter)]);
    assert.equal((await bucket.listKeys(TARBALLS)).length, 3);
    assert.equal((await run('verify')).code, 0);
  });

  test('a publish of the same bytes waits for the removal, and stores them again', async (t) => {
    const { bucket, registry } = await open(t, start);
    const tarball = tarballOf('the very same');
    const sha256 = await leaveBlob(bucket, tarball);
    const collector = await openStore({ dataFolder: registry.dataFolder });
    t.after(() => collector.close());
    let publishing: ReturnType<typeof registry.admin.publish> | undefined;
    await collector.whileUnreferenced([sha256], async (unreferenced) => {
      assert.deepEqual(unreferenced, [sha256]);
      publishing = registry.admin.publish({ tarball });
      // Long enough for the other process to reach the lock.
      await delay(300);
      await bucket.remove(keyOf(sha256));
      return [{ ...operatorActs('gc', Date.now()), details: { sha256 } }];
    });
    assert.equal((await publishing)?.status, 201);
    assert.ok((await registry.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).bytes.equals(tarball));
  });

  test('no publish of bytes that are being collected loses them', async (t) => {
    const { bucket, registry, must } = await open(t, start);
    await publishMany(registry, 3, 'there already');
    const tarballs = Array.from({ length: 70 }, (_, index) => tarballOf(`number ${index}`));
    for (const tarball of tarballs) await leaveBlob(bucket, tarball);
    const args = ['gc', '--delete', ...AT_ONCE, '--data', registry.dataFolder, '--blobs', bucket.url];
    const collecting = runCommand(args, s3.environment, { isRace: true });
    const before = tarballs.length + 3;
    await eventually(async () =>
      assert.ok((await bucket.listKeys(TARBALLS)).length < before, 'it has begun'),
    );
    const urls = await Promise.all(
      tarballs.map(async (tarball, index) => {
        const draft = { name: `@acme/p${index}`, version: '1.0.0', tarball };
        // On a busy machine, the collection holds the lock so long that some are refused with a 503.
        return (await eventually(() => registry.admin.mustPublish(draft))).url;
      }),
    );
    const { code, stderr } = await collecting;
    assert.equal(code, 0, stderr);
    for (const [index, url] of urls.entries())
      assert.ok((await registry.anonymous.get(url)).bytes.equals(tarballs[index] ?? Buffer.alloc(0)), url);
    assert.match(await must('verify'), /all is well/);
  });

  test('export and import move a registry from a folder to a bucket, and back', async (t) => {
    const { bucket, must } = await open(t, serveHere);
    const inFolder = await serveHere(t);
    await publishMany(inFolder, 5);
    const file = join(await makeFolder(t), 'primes.tar');
    const moved = join(await makeFolder(t), 'data');
    const onFolder = async (...args: string[]): Promise<void> => {
      const { code, stderr } = await runCommand(args);
      assert.equal(code, 0, stderr);
    };
    await onFolder('export', file, '--data', inFolder.dataFolder);
    assert.equal(await must('import', file), 'Imported 5 versions, 0 there already.\n');
    assert.equal((await bucket.listKeys(TARBALLS)).length, 5);
    assert.match(await must('verify'), /5 versions, 5 tarballs, .+: all is well/);
    await must('export', `${file}2`);
    await onFolder('import', `${file}2`, '--data', moved);
    await onFolder('verify', '--data', moved);
  });

  test('backup and restore say what to use instead', async (t) => {
    const { run } = await open(t, serveHere);
    for (const [command, doing] of [
      ['backup', 'copies'],
      ['restore', 'fills'],
    ] as const) {
      const { code, stdout, stderr } = await run(command, join(await makeFolder(t), 'backup'));
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(
        stderr,
        new RegExp(
          `^prime-registry: blobs: the tarballs are in s3://test-\\w+/team/primes, but ${command} ${doing} only the files of a data folder; .+'prime-registry export' and 'import'\\n$`,
        ),
      );
    }
  });
});
