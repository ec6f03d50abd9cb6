// A change that is killed at any step leaves the old tree or the new one after recovery.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ValidationError } from '../../../src/errors/validation-error.ts';
import { movePrime, placesOf } from '../../../src/install/tree/staging.ts';
import {
  change,
  diskUntilDeath,
  journalFolderOf,
  listJournals,
  NEW,
  NEW_LOCK,
  OLD,
  OLD_LOCK,
  plant,
  QUICK_DISK,
  read,
  recover,
  type Tree,
  withFolders,
} from './tree-fixture.ts';

const parent = mkdtempSync(join(tmpdir(), 'prime-recover-'));
after(() => rmSync(parent, { recursive: true }));

function newProject(tree: Tree = OLD): string {
  const project = mkdtempSync(join(parent, 'project-'));
  mkdirSync(join(project, '.primes'));
  plant(project, tree);
  return project;
}

interface Scenario {
  readonly before: Tree;
  readonly after: Tree;
  readonly lock: string | undefined;
}

const WITHOUT_LOCK: Tree = Object.fromEntries(Object.entries(OLD).filter(([path]) => path !== 'lock.yaml'));

const SCENARIOS: Record<string, Scenario> = {
  'with a new lock file': { before: OLD, after: NEW, lock: NEW_LOCK },
  'with the same lock file, as a repair has it': {
    before: OLD,
    after: { ...NEW, 'lock.yaml': OLD_LOCK },
    lock: OLD_LOCK,
  },
  'that leaves the lock file': { before: OLD, after: { ...NEW, 'lock.yaml': OLD_LOCK }, lock: undefined },
  'with the first lock file': { before: WITHOUT_LOCK, after: NEW, lock: NEW_LOCK },
};
const ALL_KINDS = SCENARIOS['with a new lock file'] as Scenario;

/** Changes the project and dies at a step. @returns false if there are fewer steps */
async function changeUntil(
  project: string,
  step: number,
  { lock }: Scenario,
  isHalfDone: boolean,
): Promise<boolean> {
  const { files, hasFailed } = diskUntilDeath(step, isHalfDone);
  await change(project, lock, { files }).catch((error) => assert.ok(hasFailed(), error));
  return hasFailed();
}

/** Recovers the project and dies at a step. @returns false if there are fewer steps */
async function recoverUntil(project: string, step: number, isHalfDone: boolean): Promise<boolean> {
  const { files, hasFailed } = diskUntilDeath(step, isHalfDone);
  await recover(project, { files }).catch((error) => assert.ok(hasFailed(), error));
  return hasFailed();
}

/** Which of the two trees it is. It must be exactly one of them, including empty folders. */
function stateOf(project: string, { before, after }: Scenario): 'old' | 'new' {
  const tree = read(project);
  const state = '@fresh' in tree ? 'new' : 'old';
  assert.deepEqual(tree, withFolders(state === 'new' ? after : before));
  assert.deepEqual(listJournals(project), []);
  return state;
}

const recoverQuickly = (project: string): Promise<boolean> => recover(project, { files: QUICK_DISK });

describe('a change that is killed', () => {
  for (const [what, scenario] of Object.entries(SCENARIOS)) {
    test(`${what} is complete or rolled back`, async () => {
      for (const isHalfDone of [false, true]) {
        const states: string[] = [];
        for (let step = 0, wasKilled = true; wasKilled; step += 1) {
          const project = newProject(scenario.before);
          wasKilled = await changeUntil(project, step, scenario, isHalfDone);
          await recoverQuickly(project);
          states.push(stateOf(project, scenario));
          assert.equal(await recoverQuickly(project), false, 'there is nothing left to do');
        }
        // After a certain step it is complete.
        assert.deepEqual(states, states.toSorted().toReversed());
        assert.deepEqual([...new Set(states)], ['old', 'new']);
      }
    });
  }

  test('and whose recovery is killed too is complete or rolled back', async () => {
    for (let step = 0, wasKilled = true; wasKilled; step += 1) {
      for (let second = 0, wasKilledToo = true; wasKilledToo; second += 1) {
        const project = newProject();
        wasKilled = await changeUntil(project, step, ALL_KINDS, step % 2 === 1);
        wasKilledToo = await recoverUntil(project, second, second % 2 === 1);
        await recoverQuickly(project);
        stateOf(project, ALL_KINDS);
        rmSync(project, { recursive: true });
      }
    }
  });

  test('by a signal is too', async () => {
    const victim = join(import.meta.dirname, 'tree-change-victim.ts');
    // Each is a process, and the tests above die at every step.
    const stepsBetween = 6;
    let next = 0;
    const states: string[] = [];
    const kill = async (): Promise<void> => {
      for (let wasKilled = true; wasKilled; ) {
        const [project, death] = [newProject(), next++];
        const child = spawn(process.execPath, [victim, project, `${death * stepsBetween}`], {
          stdio: 'inherit',
          timeout: 30_000,
        });
        const [code, signal] = await once(child, 'close');
        wasKilled = signal === 'SIGKILL';
        assert.ok(wasKilled || code === 0);
        await recoverQuickly(project);
        states[death] = stateOf(project, ALL_KINDS);
      }
    };
    await Promise.all([kill(), kill()]);
    assert.deepEqual(states, states.toSorted().toReversed());
    assert.deepEqual([...new Set(states)], ['old', 'new']);
  });
});

/** The step at which lock.yaml is written, once it is known. */
let halfDoneStep = 0;

/** A project whose change was killed after all moves, with lock.yaml written. */
async function newHalfDone(): Promise<string> {
  for (; ; halfDoneStep += 1) {
    const project = newProject();
    assert.ok(await changeUntil(project, halfDoneStep, ALL_KINDS, false), 'such a step is there');
    if (read(project)['lock.yaml'] === NEW_LOCK) return project;
  }
}

const stagingOf = (project: string): string => {
  const name = Object.keys(read(project)).find((path) => path.startsWith('.staging-'));
  return join(project, '.primes', name ?? assert.fail('nothing is staged'));
};

describe('recovery', () => {
  test('does nothing without .primes, and in a consistent project', async () => {
    assert.equal(await recover(join(parent, 'nowhere')), false);
    const project = newProject();
    assert.equal(await recover(project), false);
    assert.deepEqual(read(project), withFolders(OLD));
  });

  test('reports whether it rolled a change back', async () => {
    const project = await newHalfDone();
    const warnings: string[] = [];
    assert.equal(await recover(project, { onWarning: (text) => warnings.push(text) }), true);
    assert.deepEqual(read(project), withFolders(OLD));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /was interrupted, and has been rolled back/);
  });

  test('rolls a change back once, even if its leftovers cannot be removed', async () => {
    const project = await newHalfDone();
    const rmSync: typeof fs.rmSync = (path, options) => {
      if (options?.recursive === true) throw new Error('something reads it');
      fs.rmSync(path, options);
    };
    await recover(project, { files: { ...fs, rmSync } });
    await change(project, NEW_LOCK);
    assert.equal(await recover(project), false);
    assert.deepEqual(read(project), withFolders(NEW));
  });

  test('keeps a lock file that was written since', async () => {
    const project = await newHalfDone();
    plant(project, { 'lock.yaml': 'from another branch' });
    await recover(project);
    assert.deepEqual(read(project), withFolders({ ...OLD, 'lock.yaml': 'from another branch' }));
  });

  test('removes leftovers without a journal; of a link only the link itself', async () => {
    const [project, elsewhere] = [newProject(), newProject()];
    plant(project, { '.staging-1/new/@acme/x/a.md': 'staged', '.staging-file': 'odd' });
    symlinkSync(elsewhere, join(project, '.primes', '.staging-link'), 'junction');
    assert.equal(await recover(project), false);
    assert.deepEqual(read(project), withFolders(OLD));
    assert.deepEqual(read(elsewhere), withFolders(OLD));
  });

  test('warns about leftovers that cannot be removed, and leaves them to the next command', async () => {
    const project = newProject();
    plant(project, { '.staging-1/new/@acme/x/a.md': 'staged' });
    const warnings: string[] = [];
    await recover(project, { files: diskUntilDeath(0).files, onWarning: (text) => warnings.push(text) });
    assert.equal(warnings.length, 1);
    assert.ok(warnings[0]?.includes('.staging-1'));
    await recover(project);
    assert.deepEqual(read(project), withFolders(OLD));
  });

  const journals = {
    'that is cut off': '{"version":1,"oldLock":',
    'that is empty': '',
    'of another version': '{"version":2,"oldLock":null,"newLock":null,"changes":[]}',
    'with a name that is a path':
      '{"version":1,"oldLock":null,"newLock":null,"changes":[{"name":"@acme/../../x","hadOld":false}]}',
    'without names': '{"version":1,"oldLock":null,"newLock":null,"changes":[null]}',
    'without changes': '{"version":1,"oldLock":null,"newLock":null}',
    'with a number for a lock file': '{"version":1,"oldLock":7,"newLock":null,"changes":[]}',
  };
  for (const [what, text] of Object.entries(journals)) {
    test(`goes on without a journal ${what}, with one warning`, async () => {
      const project = await newHalfDone();
      const [name = assert.fail('there is a journal')] = listJournals(project);
      const journal = join(journalFolderOf(project), name);
      writeFileSync(journal, text);
      const warnings: string[] = [];
      const onWarning = (warning: string) => warnings.push(warning);
      assert.equal(await recover(project, { onWarning }), false);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.includes(`${name} cannot be read`), warnings.join());
      assert.deepEqual(read(project), withFolders(NEW), 'nothing was moved');
      assert.deepEqual(listJournals(project), []);
      assert.equal(await recover(project, { onWarning }), false);
      assert.equal(warnings.length, 1);
    });
  }

  test('trusts no journal that came with the project, in any place', async () => {
    // The leftovers of a killed change, with its journal, in a checkout from an attacker.
    const victim = await newHalfDone();
    const [name = ''] = listJournals(victim);
    const text = readFileSync(join(journalFolderOf(victim), name));
    rmSync(journalFolderOf(victim), { recursive: true });
    const inside = join(victim, 'cache', 'changes');
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, name), text);
    writeFileSync(join(stagingOf(victim), 'journal.json'), text);
    symlinkSync(inside, join(parent, 'linked-changes'), 'junction');
    for (const journalFolder of [inside, join(parent, 'linked-changes'), journalFolderOf(victim)]) {
      assert.equal(await recover(victim, { journalFolder }), false);
      assert.deepEqual(read(victim), withFolders(NEW));
    }
  });

  test('trusts no journal of another project', async () => {
    const [first, second] = [await newHalfDone(), newProject()];
    fs.cpSync(stagingOf(first), join(second, '.primes', basename(stagingOf(first))), { recursive: true });
    fs.cpSync(journalFolderOf(first), journalFolderOf(second), { recursive: true });
    assert.equal(await recover(second), false);
    assert.deepEqual(read(second), withFolders(OLD));
  });

  test('finds the journal of a project by any path to it', async () => {
    const project = await newHalfDone();
    const way = join(parent, 'another-way');
    symlinkSync(project, way, 'junction');
    assert.equal(await recover(way, { journalFolder: journalFolderOf(project) }), true);
    assert.deepEqual(read(project), withFolders(OLD));
  });

  test('follows no symbolic link out of .primes', async () => {
    const places: ((project: string) => string)[] = [
      (project) => join(project, '.primes', '@acme'),
      (project) => join(project, '.primes', '@acme', 'updated'),
      (project) => join(stagingOf(project), 'old'),
      (project) => join(stagingOf(project), 'old', '@acme'),
      (project) => join(stagingOf(project), 'old', '@acme', 'updated'),
      (project) => join(stagingOf(project), 'new'),
    ];
    for (const place of places) {
      const [project, elsewhere] = [await newHalfDone(), newProject({ ...OLD, 'updated/a.md': 'x' })];
      rmSync(place(project), { recursive: true });
      symlinkSync(join(elsewhere, '.primes'), place(project), 'junction');
      await assert.rejects(recover(project), ValidationError);
      assert.deepEqual(read(elsewhere), withFolders({ ...OLD, 'updated/a.md': 'x' }));
    }
  });
});

test('nothing is moved through a symbolic link in any part of a path', async () => {
  const way = ['.staging-x', '.staging-x/new', '.staging-x/new/@acme', '@acme', '.'];
  for (const link of way) {
    for (const isOut of [true, false]) {
      const [project, elsewhere] = [newProject(), mkdtempSync(join(parent, 'elsewhere-'))];
      const primes = join(project, '.primes');
      const staging = { primes, folder: join(primes, '.staging-x') };
      const { installed, staged } = placesOf(staging, '@acme/kept');
      mkdirSync(staged, { recursive: true });
      rmSync(isOut ? staged : installed, { recursive: true });
      // The folder behind the link is unchanged.
      const [path, target] = [join(primes, link), join(elsewhere, 'target')];
      fs.renameSync(path, target);
      symlinkSync(target, path, 'junction');
      const before = readdirSync(elsewhere, { recursive: true }).sort();
      const [from, to] = isOut ? [installed, staged] : [staged, installed];
      await assert.rejects(movePrime(fs, staging, { from, to }), ValidationError);
      assert.deepEqual(readdirSync(elsewhere, { recursive: true }).sort(), before);
    }
  }
});
