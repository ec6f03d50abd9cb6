// The upgrade of a registry in one folder: data, tokens, lock files, and no way back except the backup.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Actor } from '@prime-registry/testkit';
import { mustRun, runInstalled, startInstalled } from './installed-programs.ts';
import { NEW_MIGRATION, type TwoReleases } from './make-two-releases.ts';

const PORT = 47_120;

/** Walks it. @param work - an empty folder @param example - the folder of a Prime to publish */
export async function walkOneFolder({ first, second }: TwoReleases, work: string, example: string) {
  const [data, project, backup] = ['data', 'project', 'backup'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(project, { recursive: true });
  const onData = ['--data', data];
  const url = `http://127.0.0.1:${PORT}`;
  const home = { HOME: work, PRIME_CONFIG_DIR: join(work, 'config'), PRIME_CACHE_DIR: join(work, 'cache') };
  const created = mustRun(first, 'prime-registry', ['init', ...onData]);
  const token = /pri_\w+/.exec(created)?.[0] ?? assert.fail(created);
  const place = {
    folder: project,
    environment: { ...home, PRIME_REGISTRY: url, PRIME_REGISTRY_TOKEN: token },
  };
  const lockOf = () => readFileSync(join(project, '.primes/lock.yaml'), 'utf8');

  let server = await startInstalled(first, PORT, onData);
  cpSync(example, join(work, 'prime'), { recursive: true });
  mustRun(first, 'prime', ['publish', join(work, 'prime'), '--yes'], place);
  mustRun(first, 'prime', ['install', '@examples/http-caching'], place);
  const actor = new Actor(url, token);
  await actor.mustPublish({ name: '@acme/before', version: '1.0.0' });
  const paths = [
    '/pack/@acme/before',
    '/pack/@acme/before/1.0.0',
    '/pack/@examples%2Fhttp-caching',
    '/search?q=cach',
  ];
  const read = () => Promise.all(paths.map(async (path) => (await actor.get(path)).text));
  const [before, lock] = [await read(), lockOf()];
  // From here on, this user remembers the head of the log.
  mustRun(first, 'prime', ['log', 'verify'], place);
  await server.stop();
  mustRun(first, 'prime-registry', ['backup', backup, ...onData]);

  const plan = mustRun(second, 'prime-registry', ['migrate', '--dry-run', ...onData]);
  assert.match(plan, new RegExp(`Would apply ${NEW_MIGRATION}`));
  server = await startInstalled(second, PORT, onData);
  assert.deepEqual(await read(), before, 'answers are the same');
  mustRun(second, 'prime', ['verify'], place);
  mustRun(second, 'prime', ['install'], place);
  assert.equal(lockOf(), lock, 'the lock file is the same');
  // A client that is not upgraded goes on.
  mustRun(first, 'prime', ['install'], place);
  mustRun(first, 'prime', ['verify'], place);
  assert.equal(lockOf(), lock);
  const { log } = await actor.mustPublish({ name: '@acme/before', version: '1.1.0' });
  assert.ok(log !== undefined, 'the upgraded registry signs its log');
  for (const release of [second, first]) {
    mustRun(release, 'prime', ['verify', '--log', '--online'], place);
    assert.match(mustRun(release, 'prime', ['log', 'verify'], place), /make sense/, 'the log only grew');
  }
  mustRun(second, 'prime-registry', ['token', 'create', '--name', 'new', '--scope', '@acme', ...onData]);
  await server.stop();
  mustRun(second, 'prime-registry', ['verify', ...onData]);

  // There is no way back, and an attempt damages nothing.
  const sentence = new RegExp(
    `was made by a newer prime-registry \\(it has ${NEW_MIGRATION}\\); it needs prime-registry ${second.version} or later: run that`,
  );
  for (const command of [
    ['serve', '--port', '0'],
    ['token', 'list'],
    ['verify'],
    ['gc'],
    ['migrate'],
    ['audit'],
  ]) {
    const { code, stderr, stdout } = runInstalled(first, 'prime-registry', [...command, ...onData]);
    assert.notEqual(code, 0, `${command[0]} is refused`);
    assert.match(stderr + stdout, sentence, `${command[0]} says why`);
    assert.doesNotMatch(stderr, /\n {4}at /, 'without a stack');
  }
  server = await startInstalled(second, PORT, onData);
  assert.match((await actor.get('/pack/@acme/before')).text, /1\.1\.0/);
  await server.stop();

  // The backup of the older version restores there, and its data is what it was.
  const restored = join(work, 'restored');
  const said = mustRun(first, 'prime-registry', ['restore', backup, '--data', restored]);
  assert.match(said, /The transparency log is halted/, 'the newer version has signed more');
  server = await startInstalled(first, PORT, ['--data', restored]);
  assert.deepEqual(await read(), before);
  assert.equal((await actor.publish({ name: '@acme/before', version: '1.2.0' })).status, 503);
  await server.stop();
  mustRun(first, 'prime-registry', ['log', 'restart', '--reason', 'the way back', '--data', restored]);
  server = await startInstalled(first, PORT, ['--data', restored]);
  await actor.mustPublish({ name: '@acme/before', version: '1.2.0' });
  await server.stop();
}
