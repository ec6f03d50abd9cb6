// What a page needs of all atoms of a version is made in this thread for most Primes, and in another for those with many
// edges; the result is the same.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { GraphRow } from '@prime-registry/store';
import { ThreadPool } from '@prime-registry/threads';
import { AtomLinks } from '@prime-registry/web';
import { readLinks } from '../../src/routes/pages/atom/read-links.ts';
import { useRows } from '../../src/routes/pages/version-rows.ts';
import { LinkAtomsTask } from '../../src/tasks/render/link-atoms-task.ts';
import { OrderReadingTask } from '../../src/tasks/render/order-reading-task.ts';
import type { taskTable } from '../../src/tasks/task-table.ts';
import { Tasks } from '../../src/tasks/tasks.ts';

const version = getValue(parseVersion('1.0.0'));
const pool = new ThreadPool<typeof taskTable>({
  script: new URL('../../src/tasks/task-thread.ts', import.meta.url),
  ...{ maxThreads: 1, maxHeapMib: 256, maxTasks: 1, maxCallMs: 60_000 },
});
after(() => pool.close());
const tasks = new Tasks(pool, Date.now);

/** Atoms, each of which needs those before it, at most a number. */
function makeRows(atoms: number, edges: number): GraphRow[] {
  const idOf = (index: number): string => `@acme/a-${String(index).padStart(5, '0')}`;
  const tokens = { summary: 1, core: 2, full: 3 };
  return Array.from({ length: atoms }, (_, index) => ({
    ...{ atom: idOf(index), kind: 'rule', name: 'R', description: `The atom ${index}. It says more.` },
    facts: JSON.stringify({ version: '1.0.0', label: `Atom "${index}"`, tags: [], tokens }),
    edges: JSON.stringify([
      ...Array.from({ length: Math.min(index, edges) }, (_, edge) => [
        ...['requires', idOf(index - edge - 1), 'inside'],
      ]),
      ['related', '@far/away', 'outside'],
    ]),
  }));
}

async function* batchesOf(rows: readonly GraphRow[]): AsyncGenerator<GraphRow[]> {
  for (let at = 0; at < rows.length; at += 100) yield rows.slice(at, at + 100);
}

const many = makeRows(600, 60);
const few = makeRows(60, 20);

describe('the rows of a version', () => {
  for (const [what, rows, isFew] of [
    ['few', few, true],
    ['many', many, false],
  ] as const) {
    test(`${what} are ${isFew ? 'read once, for this thread' : 'read again for another thread'}`, async () => {
      let reads = 0;
      const read = () => {
        reads += 1;
        return batchesOf(rows);
      };
      const used = await useRows(read, async (batches, isSmall) => {
        const atoms = (await Array.fromAsync(batches)).flat();
        return { isSmall, atoms };
      });
      assert.deepEqual(used, { isSmall: isFew, atoms: rows });
      assert.equal(reads, isFew ? 1 : 2);
    });

    test(`links between ${what} atoms are made ${isFew ? 'here' : 'in a thread'}`, async () => {
      const threads = pool.threads;
      const deps = {
        store: { readGraphRows: () => batchesOf(rows) },
        pageCache: { links: { getOrLoad: (_key: string, load: () => unknown) => load() } },
        tasks,
      } as unknown as Parameters<typeof readLinks>[0];
      const made = await readLinks(deps, { name: '@acme/a', version, key: what }, 'address ::1');
      assert.equal(pool.threads, isFew ? threads : 1);
      const task = new LinkAtomsTask();
      task.add(rows);
      const expected = new AtomLinks(task.finish());
      assert.equal(made.size, expected.size);
      for (const { atom, description, edges } of rows) {
        assert.deepEqual(made.find(atom), expected.find(atom));
        assert.equal(made.find(atom)?.description, description);
        assert.deepEqual(made.ledFrom(atom), expected.ledFrom(atom));
        assert.deepEqual(made.findPlace(atom), expected.findPlace(atom));
        for (const [verb, target, standing] of JSON.parse(edges) as [string, string, string][])
          if (standing === 'inside')
            assert.ok(made.ledFrom(target).some((link) => link.id === atom && link.verb === verb));
      }
      const [first, second, third] = rows.map(({ atom }) => atom);
      assert.equal(made.find(first ?? '')?.label, 'Atom "0"');
      const place = { position: 2, count: rows.length, previous: first, next: third };
      assert.deepEqual(made.findPlace(second ?? ''), place);
      assert.equal(made.has('@far/away'), false);
      assert.equal(made.find('@acme/none'), undefined);
      assert.deepEqual(made.ledFrom('@acme/none'), []);
    });
  }

  test('a reading is the same from another thread', async () => {
    const task = new OrderReadingTask();
    task.add(many);
    const here = task.finish();
    const use = { subject: 'reading', key: 'address ::1', isSmall: false };
    const there = await tasks.use('orderReading', undefined, use, async (call) => {
      for await (const batch of batchesOf(many)) await call('add', batch);
      return call('finish');
    });
    assert.deepEqual(there, here);
    assert.equal(here.tokens.full, 3 * many.length);
    assert.deepEqual(
      here.atoms.map(({ id }) => id),
      many.map(({ atom }) => atom),
    );
    const [, , third] = here.atoms;
    assert.deepEqual(JSON.parse(third?.edges ?? ''), [
      ['requires', ['@acme/a-00001', '@acme/a-00000'], 0],
      ['related', ['@far/away'], 0],
    ]);
  });
});
