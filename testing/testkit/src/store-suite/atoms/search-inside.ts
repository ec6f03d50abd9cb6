// Search in READMEs and atoms of the latest versions, with excerpts, counts and facets.
import assert from 'node:assert/strict';
import type { RegistryStore, RichFindings, RichHit, TextSegment } from '@prime-registry/store';
import { type AtomSource, inventoryOf } from '../../primes/inventory.ts';
import { insert, nameOf, versionOf, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const FORMS: readonly AtomSource[] = [
  {
    id: '@acme/rule-visible-focus',
    description: 'Show where the keyboard is',
    notes: 'An outline of two pixels',
  },
  { id: '@acme/rule-labels', description: 'Every field has a label', tags: ['screen reader'] },
  { id: '@acme/fact-contrast', kind: 'fact', description: 'Text needs contrast', notes: 'At least 4.5 to 1' },
];

export function testSearchInside(open: OpenStore): void {
  testWithStore(
    open,
    'finds words of READMEs and atoms, ranked below words of the Prime itself',
    async (store) => {
      await insert(store, { name: '@acme/forms', inventory: await inventoryOf(FORMS) });
      await insert(store, { name: '@acme/guide', readme: '# Focus\n\nSome words on keyboards.' });
      await insert(store, { name: '@acme/aaa', description: 'Focus' });
      assert.deepEqual(await names(store, 'focus'), ['@acme/aaa', '@acme/forms', '@acme/guide']);
      assert.deepEqual(await names(store, 'pixels'), ['@acme/forms']);
      assert.deepEqual(await names(store, 'words on keyb'), ['@acme/guide']);
      assert.deepEqual(await names(store, 'rule-labels'), ['@acme/forms']);
      assert.deepEqual(await names(store, '@acme/fact-contrast'), ['@acme/forms']);
      assert.deepEqual(await names(store, 'screen reader'), ['@acme/forms']);
      assert.deepEqual(
        await names(store, 'forms contrast'),
        ['@acme/forms'],
        'a word of its name, one of an atom',
      );
    },
  );

  testWithStore(open, 'all words in one atom rank above words spread over a Prime', async (store) => {
    const scattered = [
      { id: '@aa/one', notes: 'visible things' },
      { id: '@aa/two', notes: 'focus on money' },
      { id: '@aa/three', notes: 'an outline of a talk' },
    ];
    await insert(store, { name: '@aa/scattered', inventory: await inventoryOf(scattered) });
    await insert(store, { name: '@zz/together', inventory: await inventoryOf(FORMS) });
    assert.deepEqual(await names(store, 'visible focus outline'), ['@zz/together', '@aa/scattered']);
    assert.equal((await rich(store, 'visible focus outline')).hits[1]?.atomTotal, 0);
  });

  testWithStore(open, 'follows the latest version: removed atoms are not found', async (store) => {
    const insertVersion = async (version: string, ...ids: number[]): Promise<void> => {
      const inventory = await inventoryOf(FORMS.filter((_, index) => ids.includes(index)));
      await insert(store, {
        version,
        inventory,
        readme: `Edition ${ids.map((id) => `number${id}`).join(' ')}`,
      });
    };
    await insertVersion('1.0.0', 0, 1);
    await insertVersion('1.1.0', 1, 2);
    assert.deepEqual(await names(store, 'visible'), []);
    assert.deepEqual(await names(store, 'number0'), []);
    assert.deepEqual(
      (await rich(store, 'contrast')).hits[0]?.atoms.map(({ id }) => id),
      ['@acme/fact-contrast'],
    );
    await yank(store, '1.1.0');
    assert.deepEqual(await names(store, 'contrast'), []);
    assert.deepEqual(
      (await rich(store, 'visible')).hits[0]?.atoms.map(({ id }) => id),
      ['@acme/rule-visible-focus'],
    );
    await yank(store, '1.0.0');
    for (const text of ['visible', 'labels', 'edition', 'contrast'])
      assert.deepEqual(await names(store, text), []);
    await insertVersion('2.0.0', 0);
    assert.deepEqual((await rich(store, 'visible')).hits[0]?.atomTotal, 1);
  });

  testWithStore(open, 'finds atoms that are indexed later, also with typing errors', async (store) => {
    await insert(store, { name: '@acme/forms' });
    assert.deepEqual(await names(store, 'contrast'), []);
    const inventory = await inventoryOf(FORMS);
    await store.replaceInventory(nameOf('@acme/forms'), versionOf('1.0.0'), inventory);
    assert.deepEqual(await names(store, 'contrast'), ['@acme/forms']);
    assert.deepEqual((await rich(store, 'contrats')).corrected, [{ from: 'contrats', to: 'contrast' }]);
    assert.deepEqual(await names(store, 'contrats'), ['@acme/forms']);
  });

  testWithStore(open, 'shows excerpts with the words, and the atoms that have them', async (store) => {
    await insert(store, {
      name: '@acme/forms',
      description: 'How <forms> stay usable with a *keyboard*',
      license: 'MIT',
      namespaces: ['@acme', '@forms'],
      readme: `# Forms\n\n${'Some words. '.repeat(60)}The keyboard comes first.`,
      inventory: await inventoryOf(FORMS),
    });
    const [hit] = (await rich(store, 'forms keyb')).hits as [RichHit];
    const { score, listed, ...rest } = hit;
    assert.equal(listed?.atoms, FORMS.length);
    assert.ok(score > 0 && score <= 1);
    assert.deepEqual(
      { ...rest, highlights: rest.highlights.map(({ field, segments }) => [field, marked(segments)]) },
      {
        name: '@acme/forms',
        version: '1.0.0',
        description: 'How <forms> stay usable with a *keyboard*',
        scope: '@acme',
        license: 'MIT',
        namespaces: ['@acme', '@forms'],
        tags: [],
        highlights: [
          ['name', '@acme/[forms]'],
          ['description', 'How <[forms]> stay usable with a *[keyboard]*'],
          ['readme', 'The [keyboard] comes first.'],
        ],
        atoms: [],
        atomTotal: 0,
      },
    );
    const { atoms, atomTotal, highlights } = (await rich(store, 'rule keyboard')).hits[0] as RichHit;
    assert.deepEqual(
      atoms.map(({ id, kind }) => [id, kind]),
      [['@acme/rule-visible-focus', 'rule']],
    );
    assert.match(marked(atoms[0]?.snippet ?? []), /where the \[keyboard\] is/);
    assert.equal(atomTotal, 1);
    assert.match(marked(highlights[0]?.segments ?? []), /a \*\[keyboard\]\*$/);
  });

  testWithStore(open, 'shows the best atoms first: matches in the name, then in the text', async (store) => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `@acme/a-${index}`, notes: 'about focus' }));
    const sources = [...many, { id: '@acme/z-tagged', tags: ['focus'] }, { id: '@acme/zz-focus' }];
    await insert(store, { name: '@acme/many', inventory: await inventoryOf(sources) });
    const { atoms, atomTotal } = (await rich(store, 'focus')).hits[0] as RichHit;
    assert.equal(atomTotal, 32);
    assert.equal(atoms.length, 4);
    assert.deepEqual(
      atoms.slice(0, 2).map(({ id }) => id),
      ['@acme/zz-focus', '@acme/z-tagged'],
    );
  });

  testWithStore(
    open,
    'counts all matching atoms, and shows the README whatever their number',
    async (store) => {
      const named = Array.from({ length: 6 }, (_, index) => ({ id: `@acme/focus-${index}` }));
      const about = Array.from({ length: 5 }, (_, index) => ({
        id: `@acme/a-${index}`,
        notes: 'about focus',
      }));
      const readme = '# Guide\n\nAll about focus.';
      await insert(store, { name: '@acme/many', readme, inventory: await inventoryOf([...about, ...named]) });
      await insert(store, { name: '@acme/text', readme, inventory: await inventoryOf(about) });
      for (const text of ['focus', 'focu']) {
        const { hits } = await rich(store, text);
        assert.deepEqual(
          hits.map(({ name, atoms, atomTotal, highlights }) => [
            name,
            atoms.length,
            atomTotal,
            highlights.map(({ field }) => field),
          ]),
          [
            ['@acme/many', 4, 11, ['readme']],
            ['@acme/text', 4, 5, ['readme']],
          ],
        );
      }
    },
  );

  testWithStore(
    open,
    'shows atoms for the beginning of a word, and for one behind another, best first',
    async (store) => {
      const inventory = await inventoryOf([
        { id: '@acme/a-1', notes: 'visible focusing' },
        { id: '@acme/a-2', notes: 'focus, and otherwise invisible' },
        { id: '@acme/z-focused', notes: 'visible' },
      ]);
      await insert(store, { name: '@acme/some', inventory });
      const atomsOf = async (text: string) => (await rich(store, text)).hits[0]?.atoms.map(({ id }) => id);
      assert.deepEqual(await atomsOf('focusi'), ['@acme/a-1']);
      assert.deepEqual(await atomsOf('focuse'), ['@acme/z-focused']);
      assert.deepEqual(await atomsOf('visible focuse'), ['@acme/z-focused']);
      // No atom has both as whole words.
      assert.deepEqual(await atomsOf('visible focus'), ['@acme/a-1', '@acme/z-focused']);
      assert.deepEqual(await atomsOf('invis'), ['@acme/a-2']);
    },
  );

  testWithStore(open, 'a list shows only the best place of each Prime', async (store) => {
    const readme = '# Guide\n\nAll about focus.';
    await insert(store, { name: '@acme/forms', readme, inventory: await inventoryOf(FORMS) });
    await insert(store, { name: '@acme/guide', readme });
    const search = { text: 'focus', limit: 10, offset: 0 };
    const all = await store.searchRich(search);
    const best = await store.searchRich({ ...search, places: 'best' });
    const describe = ({ hits }: RichFindings) =>
      hits.map(({ name, atoms, atomTotal, highlights }) => [
        ...[name, atomTotal, atoms.map(({ id }) => id)],
        highlights.map(({ segments }) => marked(segments)),
      ]);
    const place = 'All about [focus].';
    assert.deepEqual(describe(all), [
      ['@acme/forms', 1, ['@acme/rule-visible-focus'], [place]],
      ['@acme/guide', 0, [], [place]],
    ]);
    assert.deepEqual(describe(best), [
      ['@acme/forms', 1, ['@acme/rule-visible-focus'], []],
      ['@acme/guide', 0, [], [place]],
    ]);
    const inventory = await inventoryOf(
      Array.from({ length: 3 }, (_, index) => ({ id: `@acme/focus-${index}` })),
    );
    await insert(store, { name: '@acme/many', inventory });
    const [, many] = (await store.searchRich({ ...search, places: 'best' })).hits;
    assert.deepEqual([many?.name, many?.atoms.length, many?.atomTotal], ['@acme/many', 1, 3]);
  });

  testWithStore(open, 'counts facets, and filters by them', async (store) => {
    const inventory = await inventoryOf(FORMS);
    await insert(store, { name: '@acme/one', license: 'MIT', namespaces: ['@acme', '@web'], inventory });
    await insert(store, { name: '@acme/two', license: 'mit', namespaces: ['@acme'] });
    await insert(store, { name: '@other/three', license: 'Apache-2.0', namespaces: ['@web'] });
    const { facets, facetTotal, total } = await rich(store, 'rules');
    assert.deepEqual([facetTotal, total], [3, 3]);
    assert.deepEqual(facets, {
      scope: [
        { value: '@acme', count: 2 },
        { value: '@other', count: 1 },
      ],
      license: [
        { value: 'Apache-2.0', count: 1 },
        { value: 'MIT', count: 1 },
        { value: 'mit', count: 1 },
      ],
      namespace: [
        { value: '@acme', count: 2 },
        { value: '@web', count: 2 },
      ],
      kind: [
        { value: 'fact', count: 1 },
        { value: 'rule', count: 1 },
      ],
      tag: [],
    });
    const narrowed = async (filters: Parameters<RegistryStore['searchRich']>[0]['filters']) => {
      const found = await store.searchRich({
        text: 'rules',
        limit: 10,
        offset: 0,
        ...(filters && { filters }),
      });
      assert.equal(found.total, found.hits.length);
      return found.hits.map(({ name }) => name).sort();
    };
    assert.deepEqual(await narrowed({ scope: ['@acme'] }), ['@acme/one', '@acme/two']);
    assert.deepEqual(await narrowed({ license: ['MIT'] }), ['@acme/one', '@acme/two']);
    assert.deepEqual(await narrowed({ license: ['MIT', 'apache-2.0'] }), [
      '@acme/one',
      '@acme/two',
      '@other/three',
    ]);
    assert.deepEqual(await narrowed({ namespace: ['@web'], scope: ['@acme'] }), ['@acme/one']);
    assert.deepEqual(await narrowed({ kind: ['fact'] }), ['@acme/one']);
    assert.deepEqual(await narrowed({ kind: ['rule" OR "x'] }), []);
    await insert(store, { name: '@acme/one', version: '2.0.0', license: 'MIT', namespaces: ['@acme'] });
    assert.deepEqual(await narrowed({ kind: ['fact'] }), []);
    assert.deepEqual(await narrowed({ namespace: ['@web'] }), ['@other/three']);
  });
}

async function names(store: RegistryStore, text: string): Promise<string[]> {
  const { hits, total } = await store.search({ text, limit: 100, offset: 0 });
  assert.equal(total, hits.length);
  const { hits: richHits, total: richTotal } = await rich(store, text);
  assert.equal(richTotal, total);
  assert.deepEqual(
    richHits.map(({ name, version, description, score }) => ({ name, version, description, score })),
    hits,
  );
  return hits.map(({ name }) => name);
}

function rich(store: RegistryStore, text: string): Promise<RichFindings> {
  return store.searchRich({ text, limit: 100, offset: 0 });
}

function marked(segments: readonly TextSegment[]): string {
  return segments.map(({ text, match }) => (match ? `[${text}]` : text)).join('');
}
