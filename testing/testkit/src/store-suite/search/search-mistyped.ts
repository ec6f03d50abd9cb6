// Searches with typing errors: words that match nothing or little are corrected.
import assert from 'node:assert/strict';
import type { Correction, RegistryStore } from '@prime-registry/store';
import { insert, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

export function testSearchMistyped(open: OpenStore): void {
  testWithStore(open, 'corrects a missing, extra, wrong or transposed letter', async (store) => {
    await insert(store, {
      name: '@acme/kubernetes',
      description: 'Pods and accessibility',
      tags: ['Cluster'],
    });
    await insert(store, { name: '@acme/other', description: 'Something else' });
    const meant: [typed: string, corrected: string][] = [
      ['kuberntes', 'kuberntes > kubernetes'],
      ['Kubernettes', 'kubernettes > kubernetes'],
      ['lubernetes', 'lubernetes > kubernetes'],
      ['ukbernetes', 'ukbernetes > kubernetes'],
      ['kubernetes clutser', 'clutser > cluster'],
      ['clustr acessibility', 'clustr > cluster, acessibility > accessibility'],
      ['accesibilty', 'accesibilty > accessibility'],
      ['clsuter pod', 'clsuter > cluster'],
      ['pods kubrnet', 'kubrnet > kubernetes'],
      ['@acme/kubernets', 'kubernets > kubernetes'],
    ];
    for (const [text, corrected] of meant) {
      assert.deepEqual(await found(store, text), [['@acme/kubernetes'], corrected], text);
    }
  });

  testWithStore(open, 'corrects no short words, no numbers, and no more than two errors', async (store) => {
    await insert(store, { name: '@acme/git', description: 'Version 2026 of logging and observability' });
    for (const text of ['gti', '2027', 'lggig', 'obesrvablity1', 'obsxxxability', 'qqqq', 'git qqqq']) {
      assert.deepEqual(await found(store, text), [[], ''], text);
    }
  });

  testWithStore(open, 'corrects up to five unknown words, whatever words are known', async (store) => {
    await insert(store, {
      name: '@acme/words',
      description: 'cluster security kubernetes design testing guide',
    });
    const five = 'clutser secruity kuberntes desing tesitng';
    assert.deepEqual((await found(store, five))[0], ['@acme/words']);
    assert.deepEqual((await found(store, `words guide ${five}`))[0], ['@acme/words']);
    assert.deepEqual(await found(store, `${five} guied`), [[], '']);
  });

  testWithStore(
    open,
    'corrects nothing if the typed word matches, however close others are',
    async (store) => {
      for (let index = 0; index < 3; index += 1) await insert(store, { name: `@acme/form-${index}` });
      for (let index = 0; index < 40; index += 1) await insert(store, { name: `@acme/farm-${index}` });
      assert.deepEqual((await found(store, 'form'))[1], '');
      assert.equal((await found(store, 'form'))[0].length, 3);
      await insert(store, { name: '@acme/lonely', description: 'firm' });
      await insert(store, { name: '@acme/germ' });
      await insert(store, { name: '@acme/term' });
      assert.deepEqual(await found(store, 'germ'), [['@acme/germ'], ''], 'one similar word is not enough');
    },
  );

  testWithStore(
    open,
    'ranks matches of the typed word first if the corrected word has ten times as many',
    async (store) => {
      await insert(store, { name: '@acme/slip', description: 'pyhton' });
      for (let index = 0; index < 10; index += 1) await insert(store, { name: `@acme/python-${index}` });
      const { hits, total, corrected } = await store.search({ text: 'pyhton', limit: 4, offset: 0 });
      assert.deepEqual(
        hits.map(({ name }) => name),
        ['@acme/slip', '@acme/python-0', '@acme/python-1', '@acme/python-2'],
      );
      assert.ok((hits[1]?.score ?? 1) < (hits[0]?.score ?? 0));
      assert.equal(total, 11);
      assert.deepEqual(corrected, [{ from: 'pyhton', to: 'python' }]);
      const rest = await store.search({ text: 'pyhton', limit: 100, offset: 4 });
      assert.equal(rest.hits.length, 7);
      assert.ok(rest.hits.every(({ name }) => name.startsWith('@acme/python-')));
    },
  );

  testWithStore(
    open,
    'corrects to the closest word, and among equals to the most frequent',
    async (store) => {
      await insert(store, { name: '@acme/a', description: 'planning' });
      await insert(store, { name: '@acme/b', description: 'planting' });
      await insert(store, { name: '@acme/c', description: 'planting trees' });
      assert.deepEqual((await found(store, 'planing'))[1], 'planing > planting');
      assert.deepEqual((await found(store, 'plannning'))[1], 'plannning > planning');
      assert.deepEqual((await found(store, 'planing treees'))[1], 'planing > planting, treees > trees');
      await insert(store, { name: '@acme/d', description: 'gone' });
      await yank(store, '1.0.0', undefined, '@acme/d');
      assert.deepEqual(await found(store, 'gonne'), [[], '']);
    },
  );
}

async function found(store: RegistryStore, text: string): Promise<[names: string[], corrected: string]> {
  const { hits, total, corrected } = await store.search({ text, limit: 100, offset: 0 });
  assert.equal(total, hits.length);
  for (const { score } of hits) assert.ok(score > 0 && score <= 1, String(score));
  return [hits.map(({ name }) => name), corrected.map(format).join(', ')];
}

function format({ from, to }: Correction): string {
  return `${from} > ${to}`;
}
