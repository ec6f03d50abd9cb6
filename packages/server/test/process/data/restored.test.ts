// A restored registry says so until the operator has settled what was published after the backup.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { makeFolder, start } from '../temporary-registry.ts';
import { must, parseLines } from './on-data.ts';

test('every start warns, and verify says so, until the mark is deleted', async (t) => {
  const registry = await start(t);
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
  const settled = await start(t, { dataFolder });
  assert.equal((await settled.anonymous.get('/-/health/ready')).status, 200);
  assert.deepEqual(warningsOf(settled.stderr()), []);
  assert.equal(existsSync(join(registry.dataFolder, 'restored.json')), false);
});

function warningsOf(log: string) {
  return parseLines(log).filter(({ level, msg }) => level === 40 && /restored/.test(msg));
}
