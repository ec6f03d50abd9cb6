// The SKILL.md of a Prime, and all other texts next to it, are looked into where they hold up nobody else.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { buildTarball, type TarballFiles } from '@prime-registry/testkit';
import { openLocally } from '@prime-registry/threads';
import { type OwnSkillDeps, readOwn } from '../../src/knowledge/skills/read-own.ts';
import { ReadOwnSkillTask } from '../../src/tasks/files/read-own-skill-task.ts';
import type { TaskUse } from '../../src/tasks/tasks.ts';

const SKILL_MD = '---\nname: a\ndescription: b\n---\n';

/** What was read, and whether in this thread, each time that the tarball was unpacked. */
async function read(files: TarballFiles) {
  const tarball = buildTarball(files);
  const inThisThread: boolean[] = [];
  const deps = {
    store: { findVersion: async () => ({ sha256: '0'.repeat(64), sizeBytes: tarball.length }) },
    blobs: { read: async () => [tarball] },
    tasks: {
      use: (
        _kind: string,
        input: ConstructorParameters<typeof ReadOwnSkillTask>[0],
        { isSmall }: TaskUse,
        work: (call: unknown) => unknown,
      ) => {
        inThisThread.push(isSmall);
        return work(openLocally(new ReadOwnSkillTask(input)).call);
      },
    },
  } as unknown as OwnSkillDeps;
  const own = await readOwn(deps, { name: '@acme/a', version: '1.0.0' });
  return { name: own && 'name' in own ? own.name : own, inThisThread };
}

test('short texts of a small tarball are read in this thread', async () => {
  assert.deepEqual(await read({ 'README.md': 'x' }), { name: undefined, inThisThread: [true] });
  assert.deepEqual(await read({ 'SKILL.md': SKILL_MD }), { name: 'a', inThisThread: [true] });
});

test('long texts are read in a worker thread, also those that a small tarball unpacks to', async () => {
  const keys = Array.from({ length: 1000 }, (_, at) => `k${at}:\n`).join('');
  for (const files of [
    { 'SKILL.md': SKILL_MD, 'docs/long.md': 'long '.repeat(20_000) },
    { 'SKILL.md': `---\n${keys}name: a\ndescription: b\n---\n` },
  ])
    assert.deepEqual(await read(files), { name: 'a', inThisThread: [true, false] });
});

test('a large tarball is read in a worker thread', async () => {
  const files = { 'SKILL.md': SKILL_MD, 'noise.bin': randomBytes(10_000) };
  assert.deepEqual(await read(files), { name: 'a', inThisThread: [false] });
});
