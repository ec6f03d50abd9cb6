// A change of the tree: its result after a commit, an abandon, or a failure at any step.
import assert from 'node:assert/strict';
import fs, { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, type Stats, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { CommandError } from '../../../src/errors/command-error.ts';
import { ValidationError } from '../../../src/errors/validation-error.ts';
import type { FileOperations } from '../../../src/files/file-operations.ts';
import { beginTreeChange } from '../../../src/install/tree/tree-change.ts';
import {
  change,
  failingDisk,
  journalFolderOf,
  listJournals,
  NEW,
  NEW_LOCK,
  OLD,
  OLD_LOCK,
  plant,
  read,
  recover,
  treeOptions,
  withFolders,
} from './tree-fixture.ts';

const parent = mkdtempSync(join(tmpdir(), 'prime-change-'));
after(() => rmSync(parent, { recursive: true }));

function newProject(tree = OLD): string {
  const project = mkdtempSync(join(parent, 'project-'));
  mkdirSync(join(project, '.primes'));
  plant(project, tree);
  return project;
}

const failWith = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

describe('a change', () => {
  test('adds, replaces and removes Primes, writes lock.yaml, and leaves no other files', async () => {
    const project = newProject();
    await change(project, NEW_LOCK);
    assert.deepEqual(read(project), withFolders(NEW));
  });

  test('without a new text leaves lock.yaml as it is', async () => {
    const project = newProject();
    await change(project, undefined);
    assert.deepEqual(read(project), withFolders({ ...NEW, 'lock.yaml': OLD_LOCK }));
  });

  test('may consist of only lock.yaml, or of nothing', async () => {
    const project = newProject();
    await (await beginTreeChange(project, treeOptions(project))).commit(NEW_LOCK);
    assert.deepEqual(read(project), withFolders({ ...OLD, 'lock.yaml': NEW_LOCK }));
    // This would fail if it wrote anything.
    const { files } = failingDisk({ isAt: () => true, fail: failWith('EROFS') });
    await (await beginTreeChange(project, treeOptions(project, { files }))).commit(NEW_LOCK);
  });

  test('creates .primes if it is missing, and skips the removal of a Prime that is not installed', async () => {
    const project = mkdtempSync(join(parent, 'project-'));
    const tree = await beginTreeChange(project, treeOptions(project));
    mkdirSync(tree.stagingFolderFor('@acme/empty'));
    tree.replace('@acme/empty');
    tree.remove('@acme/absent');
    await tree.commit('first');
    assert.deepEqual(read(project), { '@acme': null, '@acme/empty': null, 'lock.yaml': 'first' });
  });

  test('may remove the last Prime of a scope, and then add one to it', async () => {
    const project = newProject();
    const tree = await beginTreeChange(project, treeOptions(project));
    tree.remove('@solo/removed');
    mkdirSync(tree.stagingFolderFor('@solo/added'));
    tree.replace('@solo/added');
    await tree.commit(NEW_LOCK);
    const { '@solo/removed/pack.yaml': _, ...rest } = OLD;
    assert.deepEqual(read(project), withFolders({ ...rest, 'lock.yaml': NEW_LOCK, '@solo/added': null }));
  });

  test('looks at each folder above Primes only once', async () => {
    const project = newProject();
    const looks = new Map<string, number>();
    const lstatSync = (path: string): Stats | undefined => {
      looks.set(path, (looks.get(path) ?? 0) + 1);
      return fs.lstatSync(path, { throwIfNoEntry: false });
    };
    const files = { ...fs, lstatSync } as unknown as FileOperations;
    const tree = await beginTreeChange(project, treeOptions(project, { files }));
    for (let number = 0; number < 20; number += 1) {
      mkdirSync(tree.stagingFolderFor(`@acme/added-${number}`));
      tree.replace(`@acme/added-${number}`);
    }
    looks.clear();
    await tree.commit(NEW_LOCK);
    // The table of contents looks, too, and what removes links.
    const scopes = [...looks].filter(([path]) => path.endsWith('@acme'));
    assert.equal(scopes.length, 2, 'where it is, and where it is staged');
    for (const [path, count] of scopes) assert.ok(count <= 2, `${path}: ${count}`);
  });

  test('changes nothing before the commit, nor after an abandon', async () => {
    const project = newProject();
    const tree = await beginTreeChange(project, treeOptions(project));
    const folder = tree.stagingFolderFor('@acme/updated');
    assert.equal(existsSync(folder), false);
    mkdirSync(folder);
    tree.replace('@acme/updated');
    tree.remove('@solo/removed');
    await tree.abandon();
    assert.deepEqual(read(project), withFolders(OLD));
    await tree.abandon();
  });

  test('refuses a name that is a path to another place', async () => {
    const project = newProject();
    const tree = await beginTreeChange(project, treeOptions(project));
    for (const name of ['../x', '@acme/../../x', '@../x', 'x', '@acme/.']) {
      assert.throws(() => tree.stagingFolderFor(name), TypeError);
    }
  });
});

describe('a change that fails', () => {
  for (const code of ['ENOSPC', 'EIO']) {
    test(`at any step with ${code} is reported and rolled back, or is done`, async () => {
      const outcomes: string[] = [];
      for (let step = 0, hasFailed = true; hasFailed; step += 1) {
        const project = newProject();
        const disk = failingDisk({
          isAt: (current) => current === step,
          fail: failWith(code),
          isHalfDone: true,
        });
        const warnings: string[] = [];
        const options = { files: disk.files, onWarning: (text: string) => warnings.push(text) };
        const failure = await change(project, NEW_LOCK, options).catch((error: unknown) => error);
        hasFailed = disk.hasFailed();
        if (failure !== undefined) assert.equal((failure as Error).message, code);
        assert.deepEqual(listJournals(project), []);
        if (warnings.length > 0) await recover(project);
        assert.deepEqual(read(project), withFolders(failure === undefined ? NEW : OLD));
        const outcome = warnings.length > 0 ? 'done with a warning' : 'done';
        outcomes.push(failure === undefined ? outcome : 'failed');
      }
      // The change goes on without a journal if that cannot be written; leftovers are removed.
      const inTurn = outcomes.filter((outcome, step) => outcome !== outcomes[step - 1]);
      assert.deepEqual(inTurn, ['failed', 'done', 'failed', 'done with a warning', 'done']);
    });
  }

  test('and cannot be rolled back says so, and leaves the rollback to the next command', async () => {
    let halfChanged = 0;
    for (let step = 0, hasFailed = true; hasFailed; step += 1) {
      const project = newProject();
      const disk = failingDisk({ isAt: (current) => current >= step, fail: failWith('EIO') });
      const failure = await change(project, NEW_LOCK, { files: disk.files }).catch((error: unknown) => error);
      hasFailed = disk.hasFailed();
      const isHalfChanged = failure instanceof CommandError;
      if (isHalfChanged) {
        halfChanged += 1;
        assert.match(failure.message, /partly changed, and could not be rolled back: EIO; EIO/);
        assert.match(failure.hint ?? '', /run 'prime install'/);
      }
      const hasJournal = listJournals(project).some((name) => name.endsWith('.json'));
      assert.equal(await recover(project), hasJournal);
      assert.deepEqual(read(project), withFolders(failure === undefined ? NEW : OLD));
    }
    assert.ok(halfChanged > 0);
  });

  test('and cannot be rolled back keeps the files for the rollback, even if it is abandoned', async () => {
    const project = newProject();
    let moves = 0;
    const renameSync = (from: string, to: string): void => {
      moves += 1;
      // After the journal is in place and an old Prime was moved away.
      if (moves > 2) failWith('EIO')();
      fs.renameSync(from, to);
    };
    await assert.rejects(
      change(project, NEW_LOCK, { files: { ...fs, renameSync } as FileOperations }),
      CommandError,
    );
    await recover(project);
    assert.deepEqual(read(project), withFolders(OLD));
  });

  test('because lock.yaml cannot be read changes nothing', async () => {
    const project = newProject();
    rmSync(join(project, '.primes', 'lock.yaml'));
    mkdirSync(join(project, '.primes', 'lock.yaml'));
    await assert.rejects(change(project, NEW_LOCK), { code: 'EISDIR' });
    assert.deepEqual(read(project), withFolders({ ...OLD, 'lock.yaml': null }));
  });

  test('only for a moment, because another program reads a file, succeeds', async () => {
    const project = newProject();
    const refused = new Set<string>();
    const renameSync = (from: string, to: string): void => {
      if (!refused.has(to)) {
        refused.add(to);
        failWith(refused.size % 2 === 0 ? 'EBUSY' : 'EPERM')();
      }
      fs.renameSync(from, to);
    };
    await change(project, NEW_LOCK, { files: { ...fs, renameSync } as FileOperations });
    assert.ok(refused.has(join(project, '.primes', '@acme', 'updated')));
    assert.deepEqual(read(project), withFolders(NEW));
  });
});

describe('a change without a journal', () => {
  for (const [what, place] of [
    [
      'because its folder cannot be made',
      (project: string) => join(project, '.primes', 'config.yaml', 'changes'),
    ],
    ['because its folder is in the project', (project: string) => join(project, 'cache', 'changes')],
  ] as const) {
    test(`${what} is made, or rolled back after a failure`, async () => {
      const [good, bad] = [newProject(), newProject()];
      await change(good, NEW_LOCK, { journalFolder: place(good) });
      assert.deepEqual(read(good), withFolders(NEW));
      const renameSync = (from: string, to: string): void => {
        if (to.endsWith('lock.yaml')) failWith('ENOSPC')();
        fs.renameSync(from, to);
      };
      const files = { ...fs, renameSync } as FileOperations;
      await assert.rejects(change(bad, NEW_LOCK, { files, journalFolder: place(bad) }), { code: 'ENOSPC' });
      assert.deepEqual(read(bad), withFolders(OLD));
    });
  }

  test('because the cache was deleted in the meantime is made too', async () => {
    const project = newProject();
    const renameSync = (from: string, to: string): void => {
      fs.renameSync(from, to);
      if (to.endsWith('lock.yaml')) rmSync(journalFolderOf(project), { recursive: true });
    };
    await change(project, NEW_LOCK, { files: { ...fs, renameSync } as FileOperations });
    assert.deepEqual(read(project), withFolders(NEW));
  });
});

describe('a symbolic link', () => {
  test('at .primes is not followed', async () => {
    const [project, elsewhere] = [newProject(), newProject()];
    const path = join(project, '.primes');
    rmSync(path, { recursive: true, force: true });
    symlinkSync(join(elsewhere, '.primes'), path, 'junction');
    await assert.rejects(change(project, NEW_LOCK), (error) => {
      assert.ok(error instanceof ValidationError);
      assert.match(error.message, /is a symbolic link/);
      return true;
    });
    assert.deepEqual(read(elsewhere), withFolders(OLD));
    assert.ok(lstatSync(path).isSymbolicLink());
  });

  for (const place of ['@acme', '@acme/updated', '@solo', '@solo/removed', '@fresh', '@fresh/added']) {
    test(`at .primes/${place} is replaced, and its target stays`, async () => {
      const [project, elsewhere] = [newProject(), newProject()];
      const path = join(project, '.primes', place);
      rmSync(path, { recursive: true, force: true });
      mkdirSync(dirname(path), { recursive: true });
      const twin = join(elsewhere, '.primes', place);
      symlinkSync(existsSync(twin) ? twin : join(elsewhere, '.primes'), path, 'junction');
      const warnings: string[] = [];
      await change(project, NEW_LOCK, { onWarning: (text) => warnings.push(text) });
      assert.deepEqual(read(elsewhere), withFolders(OLD));
      const isKept = ([name]: [string, unknown]) => place !== '@acme' || !name.startsWith('@acme/kept');
      assert.deepEqual(read(project), withFolders(Object.fromEntries(Object.entries(NEW).filter(isKept))));
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.startsWith(`${path} was a symbolic link`), warnings.join());
    });
  }

  test('at lock.yaml is replaced, not its target', async () => {
    const [project, elsewhere] = [newProject(), newProject()];
    rmSync(join(project, '.primes', 'lock.yaml'));
    symlinkSync(join(elsewhere, '.primes', 'lock.yaml'), join(project, '.primes', 'lock.yaml'));
    await change(project, NEW_LOCK);
    assert.deepEqual(read(project), withFolders(NEW));
    assert.deepEqual(read(elsewhere), withFolders(OLD));
  });

  test('in a removed Prime is removed, not its target', async () => {
    const [project, elsewhere] = [newProject(), newProject()];
    symlinkSync(join(elsewhere, '.primes'), join(project, '.primes', '@solo', 'removed', 'link'), 'junction');
    await change(project, NEW_LOCK);
    assert.deepEqual(read(project), withFolders(NEW));
    assert.deepEqual(read(elsewhere), withFolders(OLD));
  });
});
