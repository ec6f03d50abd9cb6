// Group commit: how works share transactions, and which work fails with what.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import type { Transact } from '../../src/engine.ts';
import { commitInGroups, type RunGroup } from '../../src/versions/commit-groups.ts';

/** Transactions that end when the test releases them. */
function holdTransactions() {
  const begun: PromiseWithResolvers<void>[] = [];
  const transact: Transact = async (work) => {
    // Beginning takes a moment.
    await undefined;
    const held = Promise.withResolvers<void>();
    begun.push(held);
    const result = await work({} as never);
    await held.promise;
    return result;
  };
  return { begun, transact };
}

/** Runs numbers as works; odd ones fail. */
function recordGroups() {
  const groups: (readonly number[])[] = [];
  const runGroup: RunGroup<number, string> = async (_transaction, works) => {
    groups.push(works);
    return works.map((work) =>
      work % 2 === 0
        ? { status: 'fulfilled', value: `did ${work}` }
        : { status: 'rejected', reason: new Error(`failed ${work}`) },
    );
  };
  return { groups, runGroup };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('works', () => {
  test('run at once if none is running; those that come in the meantime are the next group, in order', async () => {
    const { begun, transact } = holdTransactions();
    const { groups, runGroup } = recordGroups();
    const commit = commitInGroups(transact, runGroup, () => 1);
    const first = commit(0);
    await turn();
    assert.deepEqual(groups, [[0]]);
    const later = [commit(2), commit(4), commit(6)];
    await turn();
    assert.deepEqual(groups, [[0]], 'one transaction at a time');
    begun[0]?.resolve();
    assert.equal(await first, 'did 0');
    // One turn for those that became ready during the commit, and one in which the next transaction begins.
    await turn();
    await turn();
    assert.deepEqual(groups, [[0], [2, 4, 6]]);
    begun[1]?.resolve();
    assert.deepEqual(await Promise.all(later), ['did 2', 'did 4', 'did 6']);
  });

  test('join the group after a commit while each turn brings another one, but not forever', async () => {
    const { begun, transact } = holdTransactions();
    const { groups, runGroup } = recordGroups();
    const commit = commitInGroups(transact, runGroup, () => 1);
    const answers = [commit(0)];
    await turn();
    begun[0]?.resolve();
    await answers[0];
    for (let work = 2; work < 100; work += 2) {
      answers.push(commit(work));
      await turn();
      begun[1]?.resolve();
    }
    const second = groups[1] ?? [];
    assert.ok(second.length > 2 && second.length < 20, `${second.length} in a group`);
    for (let rounds = 0; rounds < 100; rounds += 1) {
      for (const { resolve } of begun) resolve();
      await turn();
    }
    await Promise.all(answers);
    assert.deepEqual(
      groups.flat(),
      Array.from({ length: 50 }, (_, index) => 2 * index),
    );
  });

  test('are divided among transactions by size, at least one in each', async () => {
    const { groups, runGroup } = recordGroups();
    const mib = 2 ** 20;
    const commit = commitInGroups(
      (work) => work({} as never),
      runGroup,
      (work) => work * mib,
    );
    await Promise.all([2, 2, 8, 2, 0, 2, 2].map(commit));
    assert.deepEqual(groups, [[2], [2], [8], [2, 0, 2], [2]]);
  });

  test('have no result before their transaction has committed', async () => {
    const { begun, transact } = holdTransactions();
    const commit = commitInGroups(transact, recordGroups().runGroup, () => 1);
    let answered = 0;
    const answers = [2, 3].map((work) =>
      commit(work)
        .catch(() => 'failed')
        .finally(() => {
          answered += 1;
        }),
    );
    await turn();
    assert.equal(answered, 0);
    begun[0]?.resolve();
    await Promise.all(answers);
  });

  test('are at most 64 in a transaction', async () => {
    const { groups, runGroup } = recordGroups();
    const commit = commitInGroups(
      (work) => work({} as never),
      runGroup,
      () => 1,
    );
    const works = Array.from({ length: 150 }, (_, index) => 2 * index);
    const answers = await Promise.all(works.map(commit));
    assert.deepEqual(
      answers,
      works.map((work) => `did ${work}`),
    );
    assert.deepEqual(groups.flat(), works);
    assert.ok(groups.every((group) => group.length <= 64));
  });
});

describe('a failure', () => {
  const outcomesOf = async (answers: readonly Promise<string>[]): Promise<string[]> =>
    (await Promise.allSettled(answers)).map((answer) =>
      answer.status === 'fulfilled' ? answer.value : (answer.reason as Error).message,
    );

  test('of one work does not affect the others', async () => {
    const commit = commitInGroups(
      (work) => work({} as never),
      recordGroups().runGroup,
      () => 1,
    );
    assert.deepEqual(await outcomesOf([2, 3, 4].map(commit)), ['did 2', 'failed 3', 'did 4']);
  });

  /** Groups with 13 in them fail as a whole. */
  const failWith = (error: Error) => {
    const { groups, runGroup } = recordGroups();
    const runUnlucky: RunGroup<number, string> = async (transaction, works) => {
      const outcomes = await runGroup(transaction, works);
      if (works.includes(13)) throw error;
      return outcomes;
    };
    return { groups, runUnlucky };
  };

  test('of the statements of one work does not affect the others', async () => {
    const { groups, runUnlucky } = failWith(new Error('value too long'));
    const commit = commitInGroups(
      (work) => work({} as never),
      runUnlucky,
      () => 1,
    );
    const answers = [2, 13, 4, 6].map(commit);
    assert.deepEqual(await outcomesOf(answers), ['did 2', 'value too long', 'did 4', 'did 6']);
    assert.deepEqual(groups, [[2], [13, 4, 6], [13], [4], [6]]);
    assert.deepEqual(await outcomesOf([8, 10].map(commit)), ['did 8', 'did 10']);
  });

  test('of the database affects the whole group, and is not tried again for each', async () => {
    const { groups, runUnlucky } = failWith(new RegistryError('storage_unavailable', { detail: 'away' }));
    const commit = commitInGroups(
      (work) => work({} as never),
      runUnlucky,
      () => 1,
    );
    assert.deepEqual(await outcomesOf([2, 13, 4].map(commit)), ['did 2', 'away', 'away']);
    assert.deepEqual(groups, [[2], [13, 4]]);
  });

  test('of the commit affects the whole group, and no later work', async () => {
    let commits = 0;
    const transact: Transact = async (work) => {
      await undefined;
      const result = await work({} as never);
      commits += 1;
      if (commits === 1) throw new Error('no commit');
      return result;
    };
    const commit = commitInGroups(transact, recordGroups().runGroup, () => 1);
    const first = [commit(2), commit(4)];
    const later = first[0]?.catch(() => commit(6)) ?? Promise.resolve('');
    assert.deepEqual(await outcomesOf([...first, later]), ['no commit', 'no commit', 'did 6']);
  });

  test('to begin affects only the work that has waited longest; the others have their own timeout', async () => {
    const waitedSince: (number | undefined)[] = [];
    const locked = Promise.withResolvers<void>();
    const transact: Transact = async (work, sinceMs) => {
      waitedSince.push(sinceMs);
      if (waitedSince.length === 1) await locked.promise;
      return work({} as never);
    };
    const commit = commitInGroups(transact, recordGroups().runGroup, () => 1);
    const first = commit(2);
    await turn();
    const others = [commit(4), commit(6)];
    locked.reject(new Error('locked'));
    assert.deepEqual(await outcomesOf([first, ...others]), ['locked', 'did 4', 'did 6']);
    assert.equal(waitedSince.length, 2);
    assert.ok((waitedSince[1] ?? 0) > (waitedSince[0] ?? 0), 'its own start');
  });
});
