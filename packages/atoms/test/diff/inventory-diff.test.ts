// The differences of two versions of a Prime, and the version step that they require.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { diffInventories, type Inventory } from '../../src/index.ts';
import { buildInventory, source } from '../build-inventory.ts';
import { atomModels, printAtom, Style, styles } from '../random-atoms.ts';

const read = (...sources: string[]): Promise<Inventory> =>
  buildInventory({ 'primes/all.prime': sources.join('') });
const OLD = [
  source('@s/one', '  label: "One"', '  requires: [@s/two, @s/three]', '  related: [@s/two]'),
  source('@s/two', '  related: [@s/one]'),
];

test('atoms, fields and edges that differ are listed', async () => {
  const before = await read(...OLD);
  const after = await read(
    source('@s/one', '  label: "1"', '  notes: [x]', '  requires: [@s/two, @s/four]').replace('rule', 'fact'),
    source('@s/three', '  related: [@s/one]'),
  );
  assert.deepEqual(diffInventories(before.atoms, after.atoms), {
    added: ['@s/three'],
    removed: ['@s/two'],
    changed: [{ id: '@s/one', fields: ['kind', 'label', 'notes', 'related', 'requires'] }],
    edges: [
      {
        verb: 'related',
        gained: [{ from: '@s/three', target: '@s/one' }],
        lost: [
          { from: '@s/one', target: '@s/two' },
          { from: '@s/two', target: '@s/one' },
        ],
      },
      {
        verb: 'requires',
        gained: [{ from: '@s/one', target: '@s/four' }],
        lost: [{ from: '@s/one', target: '@s/three' }],
      },
    ],
    removedVerbs: [],
    bump: 'major',
  });
});

suite('the step that a change requires', () => {
  const [one = '', two = ''] = OLD;
  const cases: [title: string, after: string[], bump: string, removedVerbs?: string[]][] = [
    ['nothing', [two, `// moved\n${one}`], 'none'],
    ['an atom gone', [one], 'major'],
    ['a verb gone', [one.replace(/.*requires.*\n/, ''), two], 'major', ['requires']],
    ['a new atom', [one, two, source('@s/three')], 'minor'],
    ['a new edge', [one, two.replace('[@s/one]', '[@s/one, @s/two]')], 'minor'],
    ['a new verb', [one, two.replace('related', 'enhances: [@s/one]\n  related')], 'minor'],
    ['an edge less', [one.replace(', @s/three', ''), two], 'patch'],
    ['a text', [one.replace('"One"', '"1"'), two], 'patch'],
    ['the order of a list', [one.replace('@s/two, @s/three', '@s/three, @s/two'), two], 'patch'],
    ['a kind', [one.replace('rule', 'fact'), two], 'patch'],
  ];
  for (const [title, after, bump, removedVerbs = []] of cases) {
    test(`${title}: ${bump}`, async () => {
      const diff = diffInventories((await read(...OLD)).atoms, (await read(...after)).atoms);
      assert.deepEqual([diff.bump, diff.removedVerbs], [bump, removedVerbs]);
    });
  }
});

test('a source and a compiled form are compared by their common fields', async () => {
  const yaml = 'id: "@s/one"\nkind: rule\nversion: 1.0.0\ndescription: It says one thing.\n';
  const compiled = (text: string): Promise<Inventory> =>
    buildInventory({
      'compiled/@s/one/atom.yaml': text,
      'compiled/@s/one/chunks/summary.md': '# One [rule] v1\n',
    });
  const before = await read(source('@s/one', '  notes: [x]'));
  assert.equal(diffInventories(before.atoms, (await compiled(yaml)).atoms).bump, 'none');
  const after = await compiled(yaml.replace('one thing', 'another'));
  assert.deepEqual(diffInventories(before.atoms, after.atoms).changed, [
    { id: '@s/one', fields: ['description'] },
  ]);
});

test('diffs in both directions are mirror images, and a version does not differ from itself', async () => {
  const primes = fc.tuple(fc.array(atomModels, { maxLength: 6 }), styles);
  await fc.assert(
    fc.asyncProperty(primes, primes, async ([a, aStyle], [b, bStyle]) => {
      const before = await read(...a.map((atom) => printAtom(atom, new Style(aStyle))));
      const after = await read(...b.map((atom) => printAtom(atom, new Style(bStyle))));
      const there = diffInventories(before.atoms, after.atoms);
      const back = diffInventories(after.atoms, before.atoms);
      assert.deepEqual([there.added, there.removed, there.changed], [back.removed, back.added, back.changed]);
      assert.deepEqual(
        there.edges.map(({ verb, gained, lost }) => [verb, gained, lost]),
        back.edges.map(({ verb, gained, lost }) => [verb, lost, gained]),
      );
      const again = await read(...a.map((atom) => printAtom(atom, new Style(bStyle))));
      assert.equal(diffInventories(before.atoms, again.atoms).bump, 'none');
    }),
    COSTLY,
  );
});
