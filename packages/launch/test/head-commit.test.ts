import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findHeadCommit } from '../src/head-commit.ts';
import { makeFolder } from './make-folder.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const OTHER = 'f'.repeat(40);

describe('the commit of HEAD', () => {
  const cases: readonly (readonly [
    name: string,
    files: Record<string, string>,
    commit: string | undefined,
  ])[] = [
    ['on a branch', { '.git/HEAD': 'ref: refs/heads/a/b\n', '.git/refs/heads/a/b': `${COMMIT}\n` }, COMMIT],
    ['detached', { '.git/HEAD': `${COMMIT}\n` }, COMMIT],
    [
      'on a packed branch',
      {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/packed-refs': `# pack-refs with: peeled\n${OTHER} refs/heads/x/refs/heads/mai\n${COMMIT} refs/heads/main\n^${OTHER}\n`,
      },
      COMMIT,
    ],
    [
      'in a linked worktree',
      {
        '.git': 'gitdir: elsewhere/.git/worktrees/w\n',
        'elsewhere/.git/worktrees/w/HEAD': 'ref: refs/heads/w\n',
        'elsewhere/.git/worktrees/w/commondir': '../..\n',
        'elsewhere/.git/refs/heads/w': `${COMMIT}\n`,
      },
      COMMIT,
    ],
    ['outside a clone', { 'README.md': 'x' }, undefined],
    ['before the first commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, undefined],
    ['in a format that only git reads', { '.git/HEAD': 'ref: refs/heads/.invalid\n' }, undefined],
    ['in a file with other text', { '.git/HEAD': `${COMMIT}\x1b[2J\n` }, undefined],
  ];
  for (const [name, files, commit] of cases) {
    test(name, (t) => {
      const folder = makeFolder(t);
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      assert.equal(findHeadCommit(folder), commit);
    });
  }
});
