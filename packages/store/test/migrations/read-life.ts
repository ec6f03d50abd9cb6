// What happened to versions after their publish still counts after an upgrade: for publishes, the blob store and
// the operator's commands.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Actor, eventually, runCommand } from '@prime-registry/testkit';
import type { Recording } from '../../../../scripts/record-fixture/recording.ts';
import type { RestoredRegistry } from './fixtures.ts';
import { flagsOf } from './serve-upgraded.ts';

/**
 * Puts files back that a removal of an earlier program could not delete: it did not note this in the database.
 * Their contents do not matter. Call it before the upgrade.
 */
export async function leaveTarballs(
  registry: RestoredRegistry,
  { removed = [], migrations }: Recording,
): Promise<void> {
  // From this migration on, programs note what they have not finished; these had finished all.
  if (migrations.includes('0021-unfinished-removals')) return;
  for (const { sha256 } of removed) {
    const path = tarballPath(registry, sha256);
    await assert.rejects(
      readFile(path),
      { code: 'ENOENT' },
      'the fixtures have no tarballs of removed versions',
    );
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'left');
  }
}

/** Publishes under numbers and names that are taken, and waits until the tarballs of removed versions are gone. */
export async function publishTaken(
  actorOf: (scope: string) => Actor,
  registry: RestoredRegistry,
  { removed = [], lost = [], answers }: Recording,
): Promise<void> {
  for (const { name, version, sha256, origin } of removed) {
    await eventually(() => assert.rejects(readFile(tarballPath(registry, sha256)), { code: 'ENOENT' }));
    if (origin !== undefined) continue;
    const again = await actorOf(name).publish({ name, version });
    assert.equal(again.status, 409, `${name} ${version}: ${again.text}`);
  }
  for (const { name, version, sha256, manifest } of lost) {
    const other = await actorOf(name).publish({ name, version });
    assert.equal(other.status, 409, `other bytes of the lost ${name} ${version}: ${other.text}`);
    const tarball = await readFile(tarballPath(registry, sha256));
    const same = await actorOf(name).publish({ name, manifest: Buffer.from(manifest), tarball });
    assert.equal(same.status, 201, `the bytes of the lost ${name} ${version}: ${same.text}`);
  }
  for (const { path, body } of answers) {
    const { name, moved_to: movedTo } = body as { name: string; moved_to?: string };
    if (movedTo === undefined || !path.endsWith('/lifecycle')) continue;
    const { status, text } = await actorOf(name).publish({ name, version: '99.0.0' });
    assert.equal(status, 403, `a version of the moved ${name}: ${text}`);
  }
}

/** Compares the list of lost versions. */
export async function readLost(registry: RestoredRegistry, { lost }: Recording): Promise<void> {
  if (lost === undefined) return;
  const flags = ['--json', '--data', registry.dataFolder, ...flagsOf(registry)];
  const { stdout } = await runCommand(['lost-versions', 'list', ...flags]);
  const expected = lost.map(({ name, version, sha256 }) => `${JSON.stringify({ name, version, sha256 })}\n`);
  assert.equal(stdout, expected.join(''));
}

function tarballPath({ dataFolder }: RestoredRegistry, sha256: string): string {
  return join(dataFolder, 'blobs', 'sha256', sha256.slice(0, 2), sha256);
}
