// A change that is killed, at any step and in the middle of it, leaves the old tree or the new one once it is recovered.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { recoverTree } from '../../src/install/tree-change.ts';
import {
  change,
  diskUntilDeath,
  NEW,
  NEW_LOCK,
  OLD,
  OLD_LOCK,
  plant,
  QUICK_DISK,
  read,
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

/** Changes the project and dies at a step. @returns false when there are not so many */
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

/** Recovers the project and dies at a step. @returns false when there are not so many */
async function recoverUntil(project: string, step: number, isHalfDone: boolean): Promise<boolean> {
  const { files, hasFailed } = diskUntilDeath(step, isHalfDone);
  await recoverTree(project, { files }).catch((error) => assert.ok(hasFailed(), error));
  return hasFailed();
}

/** Which of the two trees it is; it must be one of them, to the last empty folder. */
function stateOf(project: string, { before, after }: Scenario): 'old' | 'new' {
  const tree = read(project);
  const state = '@fresh' in tree ? 'new' : 'old';
  assert.deepEqual(tree, withFolders(state === 'new' ? after : before));
  return state;
}

const recover = (project: string): Promise<boolean> => recoverTree(project, { files: QUICK_DISK });

describe('a change that is killed', () => {
  for (const [what, scenario] of Object.entries(SCENARIOS)) {
    test(`${what} is all done or not at all`, async () => {
      for (const isHalfDone of [false, true]) {
        const states: string[] = [];
        for (let step = 0, wasKilled = true; wasKilled; step += 1) {
          const project = newProject(scenario.before);
          wasKilled = await changeUntil(project, step, scenario, isHalfDone);
          await recover(project);
          states.push(stateOf(project, scenario));
          assert.equal(await recover(project), false, 'there is nothing left to do');
        }
        // From one step on, it is done.
        assert.deepEqual(states, states.toSorted().toReversed());
        assert.deepEqual([...new Set(states)], ['old', 'new']);
      }
    });
  }

  test('and recovered by one that is killed too, is all done or not at all', async () => {
    for (let step = 0, wasKilled = true; wasKilled; step += 1) {
      for (let second = 0, wasKilledToo = true; wasKilledToo; second += 1) {
        const project = newProject();
        wasKilled = await changeUntil(project, step, ALL_KINDS, step % 2 === 1);
        wasKilledToo = await recoverUntil(project, second, second % 2 === 1);
        await recover(project);
        stateOf(project, ALL_KINDS);
        rmSync(project, { recursive: true });
      }
    }
  });

  test('by a signal is so as well', async () => {
    const victim = join(import.meta.dirname, 'tree-change-victim.ts');
    let next = 0;
    const states: string[] = [];
    const kill = async (): Promise<void> => {
      for (let wasKilled = true; wasKilled; ) {
        const [project, step] = [newProject(), next++];
        const child = spawn(process.execPath, [victim, project, `${step}`], {
          stdio: 'inherit',
          timeout: 30_000,
        });
        const [code, signal] = await once(child, 'close');
        wasKilled = signal === 'SIGKILL';
        assert.ok(wasKilled || code === 0);
        await recover(project);
        states[step] = stateOf(project, ALL_KINDS);
      }
    };
    await Promise.all([kill(), kill()]);
    assert.deepEqual(states, states.toSorted().toReversed());
    assert.deepEqual([...new Set(states)], ['old', 'new']);
  });
});

/** A project whose change was killed when all had moved, and lock.yaml was written. */
async function newHalfDone(): Promise<string> {
  for (let step = 0; ; step += 1) {
    const project = newProject();
    assert.ok(await changeUntil(project, step, ALL_KINDS, false), 'such a step is there');
    if (read(project)['lock.yaml'] === NEW_LOCK) return project;
  }
}

const stagingOf = (project: string): string => {
  const name = Object.keys(read(project)).find((path) => path.startsWith('.staging-'));
  return join(project, '.primes', name ?? assert.fail('nothing is staged'));
};

describe('recovery', () => {
  test('has nothing to do without .primes, and in a project that is whole', async () => {
    assert.equal(await recoverTree(join(parent, 'nowhere')), false);
    const project = newProject();
    assert.equal(await recoverTree(project), false);
    assert.deepEqual(read(project), withFolders(OLD));
  });

  test('says whether it took a change back', async () => {
    const project = await newHalfDone();
    assert.equal(await recoverTree(project), true);
    assert.deepEqual(read(project), withFolders(OLD));
  });

  test('takes a change back once, though what is left over cannot be removed', async () => {
    const project = await newHalfDone();
    const rmSync: typeof fs.rmSync = (path, options) => {
      if (options?.recursive === true) throw new Error('something reads it');
      fs.rmSync(path, options);
    };
    await recoverTree(project, { files: { ...fs, rmSync } });
    await change(project, NEW_LOCK);
    assert.equal(await recoverTree(project), false);
    assert.deepEqual(read(project), withFolders(NEW));
  });

  test('leaves a lock file that somebody wrote since', async () => {
    const project = await newHalfDone();
    plant(project, { 'lock.yaml': 'from another branch' });
    await recoverTree(project);
    assert.deepEqual(read(project), withFolders({ ...OLD, 'lock.yaml': 'from another branch' }));
  });

  test('removes what is left over without a journal, and only the link where that is one', async () => {
    const [project, elsewhere] = [newProject(), newProject()];
    plant(project, { '.staging-1/new/@acme/x/a.md': 'staged', '.staging-file': 'odd' });
    symlinkSync(elsewhere, join(project, '.primes', '.staging-link'), 'junction');
    assert.equal(await recoverTree(project), false);
    assert.deepEqual(read(project), withFolders(OLD));
    assert.deepEqual(read(elsewhere), withFolders(OLD));
  });

  test('warns of what cannot be removed, and leaves it to the next one', async () => {
    const project = newProject();
    plant(project, { '.staging-1/new/@acme/x/a.md': 'staged' });
    const warnings: string[] = [];
    await recoverTree(project, { files: diskUntilDeath(1).files, onWarning: (text) => warnings.push(text) });
    assert.equal(warnings.length, 1);
    assert.ok(warnings[0]?.includes('.staging-1'));
    await recoverTree(project);
    assert.deepEqual(read(project), withFolders(OLD));
  });

  const journals = {
    'that is cut off': '{"version":1,"oldLock":',
    'of another version': '{"version":2,"oldLock":null,"newLock":null,"changes":[]}',
    'with a name that leads elsewhere':
      '{"version":1,"oldLock":null,"newLock":null,"changes":[{"name":"@acme/../../x","hadOld":false}]}',
    'without names': '{"version":1,"oldLock":null,"newLock":null,"changes":[null]}',
    'without changes': '{"version":1,"oldLock":null,"newLock":null}',
    'with a number for a lock file': '{"version":1,"oldLock":7,"newLock":null,"changes":[]}',
  };
  for (const [what, text] of Object.entries(journals)) {
    test(`refuses a journal ${what}, and touches nothing`, async () => {
      const project = newProject();
      plant(project, { '.staging-1/journal.json': text });
      const before = read(project);
      await assert.rejects(recoverTree(project), (error) => {
        assert.ok(error instanceof ValidationError);
        assert.ok(error.message.includes(join('.staging-1', 'journal.json')), error.message);
        return true;
      });
      assert.deepEqual(read(project), before);
    });
  }

  test('follows no symbolic link out of .primes', async () => {
    const places: ((project: string) => string)[] = [
      (project) => join(project, '.primes', '@acme'),
      (project) => join(project, '.primes', '@acme', 'updated'),
      (project) => join(stagingOf(project), 'old'),
      (project) => join(stagingOf(project), 'old', '@acme'),
      (project) => join(stagingOf(project), 'old', '@acme', 'updated'),
    ];
    for (const place of places) {
      const [project, elsewhere] = [await newHalfDone(), newProject({ ...OLD, 'updated/a.md': 'x' })];
      rmSync(place(project), { recursive: true });
      symlinkSync(join(elsewhere, '.primes'), place(project), 'junction');
      await assert.rejects(recoverTree(project), ValidationError);
      assert.deepEqual(read(elsewhere), withFolders({ ...OLD, 'updated/a.md': 'x' }));
    }
  });
});
