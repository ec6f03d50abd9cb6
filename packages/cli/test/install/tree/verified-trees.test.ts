// What an install need not read again: only what cannot have changed since it was read.
import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hasTrustedStamps, StampCollector } from '../../../src/install/tree/file-stamps.ts';
import { primeFolder } from '../../../src/install/tree/installed-tree.ts';
import { VerifiedTrees } from '../../../src/install/tree/verified-trees.ts';

const parent = mkdtempSync(join(tmpdir(), 'prime-verified-'));
after(() => rmSync(parent, { recursive: true }));

const PRIME = { name: '@acme/naming', version: '1.0.0', sha256: 'a'.repeat(64), tree_sha256: 'b'.repeat(64) };
const LOCKED = new Map([[PRIME.name, PRIME]]);
const WHOLE_SECOND = 1_700_000_000;
/** As if the files had been read a day after they were written. */
const later = () => Date.now() + 86_400_000;

interface Project {
  readonly folder: string;
  /** Of the installed Prime. */
  readonly prime: string;
  /** Opens the record, as a command does. */
  open(clock?: () => number): VerifiedTrees;
  /** Paths of the records. */
  records(): string[];
}

/** A project with a Prime, described and noted as verified. */
function newProject({ clock = later } = {}): Project {
  const folder = mkdtempSync(join(parent, 'project-'));
  const stateFolder = mkdtempSync(join(parent, 'state-'));
  const prime = primeFolder(folder, PRIME.name);
  mkdirSync(join(prime, 'notes/empty'), { recursive: true });
  writeFileSync(join(prime, 'README.md'), 'naming');
  writeFileSync(join(prime, 'notes/one.md'), 'one');
  // Such a time can be put back exactly; utimes(2) of Node.js loses parts of a millisecond.
  for (const file of ['README.md', 'notes/one.md']) utimesSync(join(prime, file), WHOLE_SECOND, WHOLE_SECOND);
  const open = (now = later) =>
    new VerifiedTrees({
      projectFolder: folder,
      findStateFolder: () => stateFolder,
      proofsPath: join(stateFolder, 'records'),
      clock: now,
    });
  const verified = open(clock);
  verified.keep(PRIME, verified.stamp(PRIME.name));
  verified.save(LOCKED);
  const records = () =>
    readdirSync(join(stateFolder, 'verified')).map((name) => join(stateFolder, 'verified', name));
  return { folder, prime, open, records };
}

const skip = hasTrustedStamps(parent) ? false : 'this file system says too little about its files';

describe('a verified Prime', { skip }, () => {
  test('is intact as long as nothing changes', () => {
    const { open } = newProject();
    assert.equal(open().isIntact(PRIME), true);
  });

  for (const [what, other] of [
    ['version', { version: '1.0.1' }],
    ['tarball', { sha256: 'c'.repeat(64) }],
    ['tree', { tree_sha256: 'c'.repeat(64) }],
    ['name', { name: '@acme/other' }],
  ] as const)
    test(`is not that of another ${what}`, () => {
      assert.equal(
        newProject()
          .open()
          .isIntact({ ...PRIME, ...other }),
        false,
      );
    });

  const CHANGES: Readonly<Record<string, (project: Project) => void>> = {
    'a file is edited, and gets its size and the time of its write back': ({ prime }) => {
      const file = join(prime, 'README.md');
      const { atime, mtime, size } = lstatSync(file);
      writeFileSync(file, 'NAMING');
      utimesSync(file, atime, mtime);
      const now = lstatSync(file);
      assert.deepEqual([now.size, now.mtimeMs], [size, mtime.getTime()]);
    },
    'a file is replaced by a rename, with the same size and time': ({ prime, folder }) => {
      const [file, draft] = [join(prime, 'notes/one.md'), join(folder, 'draft')];
      const { atime, mtime } = lstatSync(file);
      writeFileSync(draft, 'two');
      utimesSync(draft, atime, mtime);
      renameSync(draft, file);
    },
    'a file becomes a symbolic link': ({ prime, folder }) => {
      const [file, moved] = [join(prime, 'README.md'), join(folder, 'moved')];
      renameSync(file, moved);
      symlinkSync(moved, file);
    },
    'a folder becomes a symbolic link to itself': ({ prime, folder }) => {
      const [notes, moved] = [join(prime, 'notes'), join(folder, 'moved')];
      renameSync(notes, moved);
      symlinkSync(moved, notes);
    },
    'a folder becomes a file': ({ prime }) => {
      rmSync(join(prime, 'notes'), { recursive: true });
      writeFileSync(join(prime, 'notes'), '');
    },
    'the scope becomes a file': ({ folder }) => {
      rmSync(join(folder, '.primes/@acme'), { recursive: true });
      writeFileSync(join(folder, '.primes/@acme'), '');
    },
    'the scope becomes a symbolic link to itself': ({ folder }) => {
      const [scope, moved] = [join(folder, '.primes/@acme'), join(folder, 'moved')];
      renameSync(scope, moved);
      symlinkSync(moved, scope);
    },
    'a file is added': ({ prime }) => writeFileSync(join(prime, 'more.md'), 'more'),
    'a file is added to an empty folder': ({ prime }) =>
      writeFileSync(join(prime, 'notes/empty/more.md'), ''),
    'a file is removed': ({ prime }) => rmSync(join(prime, 'notes/one.md')),
    'a file is renamed': ({ prime }) => renameSync(join(prime, 'README.md'), join(prime, 'readme.md')),
    'a mode changes': ({ prime }) => chmodSync(join(prime, 'README.md'), 0o600),
    'it is gone': ({ prime }) => rmSync(prime, { recursive: true }),
    'the record has something else than lists': ({ records }) => {
      for (const path of records()) writeFileSync(path, '{"form":1,"primes":[{"name":"@acme/naming"}]}');
    },
    'the record is cut off': ({ records }) => {
      for (const path of records()) writeFileSync(path, readFileSync(path).subarray(0, 100));
    },
    'the record is of another form': ({ records }) => {
      for (const path of records()) writeFileSync(path, '{"form":0,"primes":[[]]}');
    },
  };
  for (const [what, change] of Object.entries(CHANGES))
    test(`is read again after ${what}`, () => {
      const project = newProject();
      change(project);
      assert.equal(project.open().isIntact(PRIME), false);
    });

  test('is read again if it was read in the moment in which it changed, or before that', () => {
    const { prime, open } = newProject({ clock: () => 0 });
    assert.equal(open().isIntact(PRIME), false, 'the clock was set back');
    const verified = open(() => lstatSync(join(prime, 'README.md')).ctimeMs + 5);
    assert.equal(verified.stamp(PRIME.name), undefined);
  });

  test('is read again while the clock is before the record', () => {
    const { open } = newProject();
    assert.equal(open(() => Date.now() - 1_000).isIntact(PRIME), false);
  });

  test('is always read if everybody can write to a file of it', () => {
    const { prime, open } = newProject();
    chmodSync(join(prime, 'README.md'), 0o666);
    assert.equal(open().stamp(PRIME.name), undefined);
  });

  test('is not in the record any more when it is not locked', () => {
    const { open } = newProject();
    open().save(LOCKED);
    assert.equal(open().isIntact(PRIME), true);
    const verified = open();
    verified.isIntact(PRIME);
    verified.save(new Map());
    assert.equal(open().isIntact(PRIME), false);
  });
});

test('where a time has whole seconds, an item must have been old when it was read', { skip }, () => {
  const file = join(parent, 'file');
  writeFileSync(file, 'text');
  const found = lstatSync(file);
  const ctimeMs = Math.floor(found.ctimeMs / 1000) * 1000;
  const isNoted = (readAtMs: number | undefined) => {
    const collector = new StampCollector({ device: found.dev, readAtMs });
    collector.add('file', Object.assign(lstatSync(file), { ctimeMs }), 'file');
    return collector.stamps !== undefined;
  };
  assert.equal(isNoted(undefined), false, 'it was just written');
  assert.equal(isNoted(ctimeMs + 1_000), false);
  assert.equal(isNoted(ctimeMs + 3_000), true);
});

test('descriptions of a file system that makes them up are not believed', () => {
  assert.equal(hasTrustedStamps('/proc'), false);
  assert.equal(hasTrustedStamps(join(parent, 'missing')), false);
});

test('without a state folder, everything is read', () => {
  const folder = mkdtempSync(join(parent, 'project-'));
  mkdirSync(primeFolder(folder, PRIME.name), { recursive: true });
  const verified = new VerifiedTrees({
    projectFolder: folder,
    proofsPath: join(folder, 'records'),
    findStateFolder: () => {
      throw new Error('no home');
    },
  });
  assert.equal(verified.stamp(PRIME.name), undefined);
  verified.keep(PRIME, undefined);
  verified.save(LOCKED);
  assert.equal(verified.isIntact(PRIME), false);
});
