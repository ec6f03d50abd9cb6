// Steps between versions whose authors want them to be slow.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { ComparedRow, DifferenceBudget } from '@prime-registry/store';
import { VersionSteps } from '../../src/actions/read-atoms/version-steps.ts';

const NAME = '@acme/web-style';

/** The row of an atom with edges that take this many characters; judging them would fail. */
function unreadable(characters: number): ComparedRow {
  const edges = 'x'.repeat(characters);
  return { atom: '@acme/a', kind: 'rule', name: 'A', description: '', facts: '{}', edges, fields: '[]' };
}

/** Steps over a store whose versions differ in these rows. */
function stepsOver(rows: readonly ComparedRow[]) {
  const budgets: DifferenceBudget[] = [];
  const steps = new VersionSteps(
    {
      async findDifferences(_, pairs, budget) {
        budgets.push(budget);
        await new Promise(setImmediate);
        return pairs.map(() => ({ before: [], after: rows }));
      },
      findInventory: async () => undefined,
      findComparedRows: async () => undefined,
      findPlace: async () => ({ before: getValue(parseVersion('1.0.0')), after: undefined, isTaken: true }),
    } as ConstructorParameters<typeof VersionSteps>[0],
    () => 0,
  );
  return { steps, budgets };
}

describe('steps between versions', () => {
  test('are not judged on the thread that serves if that takes long, and not again', async () => {
    const { steps, budgets } = stepsOver([unreadable(600_000), unreadable(600_000)]);
    for (let read = 0; read < 2; read += 1)
      assert.deepEqual([...(await steps.listSteps(NAME, [['1.0.0', '2.0.0']])).keys()], []);
    assert.equal(budgets.length, 1);
    const judged = stepsOver([unreadable(100)]);
    await assert.rejects(judged.steps.listSteps(NAME, [['1.0.0', '2.0.0']]));
  });

  test('are computed once for all who ask at the same time, and within one budget for a page', async () => {
    const { steps, budgets } = stepsOver([]);
    const ask = () => steps.listSteps(NAME, [['1.0.0', '2.0.0']]);
    const [one, other] = await Promise.all([ask(), ask()]);
    assert.deepEqual([...one.keys()], ['2.0.0']);
    assert.deepEqual(other, one);
    assert.equal(budgets.length, 1);
    const listed = await steps.listPublishedSteps(
      ['@acme/a', '@acme/b'].map((name) => ({ name, version: '2.0.0' })),
    );
    assert.deepEqual(
      listed.map((step) => step?.before),
      ['1.0.0', '1.0.0'],
    );
    assert.equal(budgets.length, 3);
    assert.equal(budgets[1], budgets[2]);
  });
});
