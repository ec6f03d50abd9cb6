// A bundle is used only while every file is as it was when the bundle was made.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { BUNDLES, type BundleRecord, findBundle } from '../src/clone-bundle.mjs';
import { makeFolder } from './make-folder.ts';

const SOURCE = 'packages/server/src/main.ts';
const CHUNK = `${BUNDLES}/first/server/chunk.js`;
const RECORD = `${BUNDLES}/server.json`;

function write(clone: string, file: string, text: string): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), text);
}

function recordOf(clone: string, ...files: readonly string[]): BundleRecord {
  return {
    folder: 'first',
    files: files.map((file) => {
      const { size, ctimeMs, mtimeMs } = statSync(join(clone, file));
      return [file, size, ctimeMs, mtimeMs, hash('sha256', readFileSync(join(clone, file)), 'base64url')];
    }),
  };
}

/** A clone with a bundle. @returns its top folder */
function makeClone(t: Parameters<typeof makeFolder>[0]): string {
  const clone = makeFolder(t);
  write(clone, SOURCE, 'run(1);');
  write(clone, CHUNK, 'run(1)');
  write(clone, RECORD, JSON.stringify(recordOf(clone, SOURCE, CHUNK)));
  assert.equal(findBundle('server', clone), join(clone, BUNDLES, 'first/server/main.js'));
  assert.equal(findBundle('cli', clone), undefined, 'another program has no record');
  return clone;
}

/** Without its bundle, a command runs the sources. */
const BREAKS: Readonly<Record<string, (clone: string) => void>> = {
  'a changed source': (clone) => write(clone, SOURCE, 'run(1, 2);'),
  'another source of the same size and time': (clone) => {
    const { atime, mtime } = statSync(join(clone, SOURCE));
    write(clone, SOURCE, 'run(2);');
    utimesSync(join(clone, SOURCE), atime, mtime);
  },
  'a removed source': (clone) => rmSync(join(clone, SOURCE)),
  'a file that took the place of a source': (clone) => {
    write(clone, 'other.ts', 'run(3);');
    renameSync(join(clone, 'other.ts'), join(clone, SOURCE));
  },
  'a part of the bundle that is missing': (clone) => rmSync(join(clone, CHUNK)),
  'a part of the bundle that is empty, as after a loss of power': (clone) => truncateSync(join(clone, CHUNK)),
  'a bundle without a record, as while it is made': (clone) => rmSync(join(clone, RECORD)),
  'half of a record': (clone) => truncateSync(join(clone, RECORD), 60),
  'a record of another form': (clone) => write(clone, RECORD, '{"files":{}}'),
};

for (const [title, change] of Object.entries(BREAKS)) {
  test(`not used: ${title}`, (t) => {
    const clone = makeClone(t);
    change(clone);
    assert.equal(findBundle('server', clone), undefined);
  });
}

test('used: the same contents with other times, as in a copy of the clone', (t) => {
  const clone = makeClone(t);
  utimesSync(join(clone, SOURCE), 1, 1);
  assert.notEqual(findBundle('server', clone), undefined);
  const copy = join(makeFolder(t), 'copy');
  cpSync(clone, copy, { recursive: true });
  assert.equal(findBundle('server', copy), join(copy, BUNDLES, 'first/server/main.js'));
});

test('used again: a source that has its earlier content, as after a change of branches and back', (t) => {
  const clone = makeClone(t);
  write(clone, SOURCE, 'run(5);');
  assert.equal(findBundle('server', clone), undefined);
  write(clone, SOURCE, 'run(1);');
  assert.notEqual(findBundle('server', clone), undefined);
});
