// A restored registry says so until the operator has settled what was published after the backup.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { listFiles, makeFolder, serveHere, start } from '../temporary-registry.ts';
import { must, parseLines, run, tarballOf } from './on-data.ts';

test('every start warns, and verify says so, until the mark is deleted', async (t) => {
  const registry = await serveHere(t);
  await registry.admin.mustPublish();
  const backup = await makeFolder(t);
  await must(registry.dataFolder, 'backup', backup);
  const dataFolder = join(await makeFolder(t), 'data');
  await must(dataFolder, 'restore', backup);

  const mark = join(dataFolder, 'restored.json');
  for (const more of [[], ['--workers', '2']]) {
    const restored = await start(t, { dataFolder, flags: more });
    await eventually(() => assert.equal(warningsOf(restored.stderr()).length, 1));
    const [warning] = warningsOf(restored.stderr());
    assert.match(warning.backup_of, /^\d{4}-\d\d-\d\dT/);
    assert.match(warning.restored_at, /^\d{4}-\d\d-\d\dT/);
    assert.equal(warning.file, mark);
    await restored.end('SIGTERM');
  }
  const [summary] = parseLines(await must(dataFolder, 'verify', '--json'));
  assert.equal(summary.ok, true, 'it is no fault');
  assert.deepEqual(Object.keys(summary.restored), ['backup_of', 'restored_at']);
  assert.match(await must(dataFolder, 'verify'), /^restored: .*backup of \d{4}-.* delete restored\.json /);

  await writeFile(mark, 'damaged');
  assert.match(await must(dataFolder, 'verify'), /^restored: .*after the backup is missing/);
  await rm(mark);
  assert.doesNotMatch(await must(dataFolder, 'verify'), /restored/);
  const settled = await serveHere(t, { dataFolder });
  assert.equal((await settled.anonymous.get('/-/health/ready')).status, 200);
  assert.deepEqual(warningsOf(settled.stderr()), []);
  assert.equal(existsSync(join(registry.dataFolder, 'restored.json')), false);
});

test('a lost version that an older copy of the backup lacks is only accepted with the same bytes', async (t) => {
  const registry = await serveHere(t);
  const [backup, older, restored, another] = (await Promise.all(
    Array.from({ length: 4 }, () => makeFolder(t)),
  )) as [string, string, string, string];
  await registry.admin.mustPublish({ version: '1.0.0' });
  await must(registry.dataFolder, 'backup', backup);
  await cp(backup, older, { recursive: true });
  const lost = tarballOf('what was lost');
  await registry.admin.mustPublish({ version: '1.1.0', tarball: lost });
  await must(registry.dataFolder, 'backup', backup);
  assert.equal((await readFile(join(backup, 'known-versions'), 'utf8')).split('\n').length, 3);

  const missing = await run(restored, ['restore', older, '--known-versions', join(older, 'none')]);
  assert.notEqual(missing.code, 0);
  assert.match(missing.stderr, /known versions cannot be read: .*none/);
  const said = await must(restored, 'restore', older, '--known-versions', join(backup, 'known-versions'));
  assert.match(said, /1 version that this backup lacks is known/);

  await must(restored, 'log', 'restart', '--reason', 'restored from a backup');
  const { admin, stop } = await serveHere(t, { dataFolder: restored });
  const other = { version: '1.1.0+build', tarball: tarballOf('something else') };
  const problem = expectProblem(await admin.publish(other), 'version_exists');
  assert.match(problem.detail, /@acme\/web-style 1\.1\.0\+build was published before .* backup/);
  assert.deepEqual(await listFiles(restored, 'uploads'), []);
  await admin.mustPublish({ version: '1.2.0', tarball: tarballOf('something else') });

  // Another backup, into a new folder, does not forget it.
  await must(restored, 'backup', another);
  assert.match(await readFile(join(another, 'known-versions'), 'utf8'), / 1\.1\.0$/m);
  await admin.mustPublish({ version: '1.1.0', tarball: lost });
  expectProblem(await admin.publish(other), 'version_exists');
  await stop();

  await appendFile(join(another, 'known-versions'), 'damaged\n');
  const refused = await run(await makeFolder(t), ['restore', another]);
  assert.match(refused.stderr, /known-versions is damaged: line 4/);
});

function warningsOf(log: string) {
  return parseLines(log).filter(({ level, msg }) => level === 40 && /restored/.test(msg));
}
