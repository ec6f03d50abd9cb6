// What a version changed: in words on the page that compares two versions, in numbers in lists and feeds.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type AtomSource, atomFiles, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry({ showsTokenNames: true });
after(() => registry.stop());
const { anonymous, author } = registry;

const NAME = '@acme/pots';
const POT: AtomSource = {
  id: '@acme/rule-pot',
  description: 'Warm the pot before the leaves go in.',
  edges: { requires: ['@acme/fact-heat'] },
};
const HEAT: AtomSource = { id: '@acme/fact-heat', kind: 'fact', description: 'Heat draws the taste out.' };
const LEAVES: AtomSource = {
  id: '@acme/fact-leaves',
  kind: 'fact',
  description: 'Leaves are dried.',
  edges: { see: ['@acme/fact-heat', '@acme/rule-pot'] },
};
const README = `# Pots\n\n${Array.from({ length: 20 }, (_, line) => `Line ${line}.`).join('\n')}\n\nThe end.\n`;

/** The pot has a label, too. */
const withLabel = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text.replace(`id: "${POT.id}"`, `$&\n  label: "Warm the \`pot\`"`),
    ]),
  );

const versions: readonly (readonly [version: string, atoms: readonly AtomSource[], readme: string])[] = [
  ['1.0.0', [POT, HEAT], README],
  [
    '1.1.0',
    [
      {
        ...POT,
        description: 'Warm the large pot before the leaves go in.',
        edges: { requires: ['@acme/fact-leaves'] },
      },
      HEAT,
      LEAVES,
    ],
    README.replace('The end', 'The very end'),
  ],
  ['1.1.1', [HEAT, { ...LEAVES, id: '@acme/fact-tea-leaves' }], README],
  ['1.2.0-rc.1', [HEAT], README],
  ['2.0.0', [HEAT], README],
];
for (const [version, atoms, readme] of versions)
  await author.mustPublish({
    ...{ name: NAME, version, description: version === '2.0.0' ? 'About pots' : 'Pots' },
    files: { ...withLabel(atomFiles(...atoms)), 'README.md': readme },
  });
await author.yank(NAME, '1.2.0-rc.1');

const see = async (range: string): Promise<string> => {
  const { status, text } = await anonymous.get(`/-/prime/${NAME}/diff/${range}`, { accept: 'text/html' });
  assert.equal(status, 200);
  return text;
};

describe('the page of two versions', () => {
  test('marks the words that changed in a field, below the label of the atom', async () => {
    const text = await see('1.0.0...1.1.0');
    assert.match(text, /<a href="[^"]*rule-pot" dir="auto">Warm the <code>pot<\/code><\/a>/);
    assert.match(text, /<dt dir="auto">Description<\/dt>/);
    assert.match(text, /Before: <\/span>Warm the pot before the leaves go in\.<\/p>/);
    assert.match(text, /Now: <\/span>Warm the <ins>large <\/ins>pot before/);
    // The edge that an atom lost is one of its fields, with the label of its target.
    assert.match(
      text,
      /<dt dir="auto">Requires<\/dt><dd><ul class="diff"><li class="minus">.*dir="auto">fact-heat<\/a>/,
    );
  });

  test('folds the edges of new atoms, and shows what these say', async () => {
    const text = await see('1.0.0...1.1.0');
    assert.match(
      text,
      /<li class="plus">.*dir="auto">fact-leaves<\/a> .*<p dir="auto">Leaves are dried\.<\/p>/,
    );
    assert.match(text, /<details class="implied"><summary>2 edges of new and removed atoms<\/summary>/);
    assert.equal(text.split('fact-leaves</code> →').length - 1, 2);
    assert.ok(text.indexOf('fact-leaves</code> →') > text.indexOf('<details class="implied">'));
  });

  test('compares READMEs and manifests, without what stayed', async () => {
    const text = await see('1.0.0...1.1.0');
    assert.match(text, /<section class="change" id="readme">.*The <ins>very <\/ins>end/s);
    assert.doesNotMatch(text, /Line 3\./);
    assert.match(text, /lines as before/);
    assert.doesNotMatch(text, /id="manifest"/, 'the version alone is no change of the manifest');
    assert.match(await see('1.1.1...2.0.0'), /id="manifest".*<del>Pots<\/del>.*<ins>About pots<\/ins>/s);
  });

  test('says in green that a step is enough, and in red that it is not', async () => {
    assert.match(
      await see('1.0.0...1.1.0'),
      /<div class="note good"><p><strong>These changes require a new minor/,
    );
    assert.match(await see('1.1.0...1.1.1'), /<div class="note bad">.*use 2\.0\.0 or later\./);
    assert.match(await see('1.1.1...2.0.0'), /<div class="note good">/, 'a major step with removed atoms');
    // In either order, the later version is the new one.
    assert.equal(await see('1.1.0...1.0.0'), await see('1.0.0...1.1.0'));
  });

  test('recognises an atom under another id', async () => {
    const text = await see('1.1.0...1.1.1');
    assert.match(
      text,
      /Renamed atoms.*fact-tea-leaves<\/code> <span class="faint">was<\/span>.*fact-leaves<\/code>/s,
    );
    assert.doesNotMatch(text, /New atoms/);
    assert.match(text, /Removed atoms.*rule-pot/s);
  });

  test('leads to the steps before and after it, past yanked versions', async () => {
    const text = await see('1.1.0...1.1.1');
    assert.match(text, /rel="prev"><span[^>]*>← <\/span>1\.0\.0 to 1\.1\.0</);
    assert.match(text, /href="[^"]*1\.1\.1\.\.\.2\.0\.0" rel="next">/);
    assert.doesNotMatch(await see('1.0.0...2.0.0'), /rel="(prev|next)"/);
  });

  test('leads to the other parts of the later version', async () => {
    const [older, newest] = [await see('1.1.0...1.1.1'), await see('1.1.1...2.0.0')];
    assert.ok(older.includes(`<a href="/-/prime/${NAME}/1.1.1">README</a>`));
    assert.ok(newest.includes(`<a href="/-/prime/${NAME}">README</a>`), 'the page of the Prime itself');
    assert.match(newest, /<a href="[^"]*\/2\.0\.0\/read">Read<.*\/versions" aria-current="page">Versions/s);
  });

  test('has a bounded size, however much changed', async () => {
    const many = (word: string): AtomSource[] =>
      Array.from({ length: 300 }, (_, index) => ({
        id: `@acme/rule-${index}`,
        notes: `${word} ${`${index} ${word} `.repeat(600)}`,
      }));
    for (const [version, word] of [
      ['1.0.0', 'one'],
      ['1.0.1', 'two'],
    ] as const)
      await author.mustPublish({ name: '@acme/many', version, files: atomFiles(...many(word)) });
    const { text } = await anonymous.get('/-/prime/@acme/many/diff/1.0.0...1.0.1');
    assert.ok(text.length < 450_000, `${text.length}`);
    assert.match(text, /rule-17<\/code><\/h3><p class="faint">Changed: notes\./);
    assert.match(text, /and 100 more changed atoms/);
  });
});

describe('the table of versions', () => {
  test('says what each version changed', async () => {
    const { text } = await anonymous.get(`/-/prime/${NAME}/versions`);
    const cells = [...text.matchAll(/<a href="[^"]*\/diff\/([^"]*)">(.*?)<\/a><\/td>/g)].map(
      ([, range = '', cell = '']) => [range, cell.replaceAll(/<[^>]*>/g, '')],
    );
    assert.deepEqual(cells, [
      ['1.1.1...2.0.0', '−1 · major changes from 1.1.1 to 2.0.0: 1 atom removed, a major step'],
      ['1.1.1...1.2.0-rc.1', '−1 · major changes from 1.1.1 to 1.2.0-rc.1: 1 atom removed, a major step'],
      [
        '1.1.0...1.1.1',
        '+1 −2 · major changes from 1.1.0 to 1.1.1: 1 atom added, 2 atoms removed, a major step',
      ],
      [
        '1.0.0...1.1.0',
        '+1 ~1 · minor changes from 1.0.0 to 1.1.0: 1 atom added, 1 atom changed, a minor step',
      ],
    ]);
  });

  test('has the newest steps on the page of the Prime, too', async () => {
    const { text } = await anonymous.get(`/-/prime/${NAME}`);
    const [, cell = ''] = /<a href="[^"]*\/diff\/1\.1\.1\.\.\.2\.0\.0">(.*?)<\/a><\/td>/.exec(text) ?? [];
    assert.match(
      cell.replaceAll(/<[^>]*>/g, ''),
      /^−1 · major changes from 1\.1\.1 to 2\.0\.0: 1 atom removed/,
    );
    assert.equal(text.match(/<span class="step">/g)?.length, versions.length - 1);
  });

  test('has its newest step on the home page, too', async () => {
    const { text } = await anonymous.get('/', { accept: 'text/html' });
    const [, path = '', step = ''] = /<li><a href="([^"]*pots\/diff[^"]*)">(.*?)<\/a><\/li>/.exec(text) ?? [];
    assert.match(path, /\/diff\/\d[^/]*\.\.\.\d/);
    assert.match(step.replaceAll(/<[^>]*>/g, ''), /changes from .* of @acme\/pots: .* step$/);
    assert.equal((await anonymous.get(path, { accept: 'text/html' })).status, 200);
  });

  test('names the tokens that published them', async () => {
    const { text } = await anonymous.get(`/-/prime/${NAME}/versions`);
    assert.match(text, /<th class="spare">Published by<\/th>/);
    assert.equal(text.split(/<td class="spare" dir="auto">[^<]+<\/td>/).length - 1, versions.length);
  });

  test('marks yanked versions in the form, which compares the two latest others', async () => {
    const { text } = await anonymous.get(`/-/prime/${NAME}/versions`);
    assert.match(text, /<option value="1\.2\.0-rc\.1">1\.2\.0-rc\.1 \(yanked\)<\/option>/);
    assert.deepEqual(
      [...text.matchAll(/<option value="([^"]*)" selected>/g)].map(([, version]) => version),
      ['1.1.1', '2.0.0'],
    );
  });

  test('has a form that compares a single other version with a yanked one, not with itself', async () => {
    for (const version of ['1.0.0', '1.1.0-beta.1'])
      await author.mustPublish({ name: '@acme/alone', version });
    await author.yank('@acme/alone', '1.1.0-beta.1');
    const { text } = await anonymous.get('/-/prime/@acme/alone/versions');
    assert.deepEqual(
      [...text.matchAll(/<option value="([^"]*)" selected>/g)].map(([, version]) => version),
      ['1.0.0', '1.1.0-beta.1'],
    );
  });

  test('can be narrowed down, with the same comparisons', async () => {
    for (let minor = 0; minor < 12; minor += 1)
      await author.mustPublish({ name: '@acme/often', version: `${minor % 3}.${minor}.0` });
    const { text } = await anonymous.get('/-/prime/@acme/often/versions?only=1');
    assert.match(text, /only=1" aria-current="true" rel="nofollow">1\.x <small>4<\/small>/);
    assert.deepEqual(
      [...text.matchAll(/<td><a href="[^"]*">([\d.]+)<\/a>/g)].map(([, version]) => version),
      ['1.10.0', '1.7.0', '1.4.0', '1.1.0'],
    );
    assert.match(text, /diff\/0\.9\.0\.\.\.1\.1\.0/);
    const odd = await anonymous.get('/-/prime/@acme/often/versions?only=<x>');
    assert.equal(odd.text.split('<tr>').length, 1 + 1 + 12);
  });
});

test('a verb counts as removed only if no atom has it any more', async () => {
  const edge = (id: string, target: string): AtomSource => ({ id, edges: { requires: [target] } });
  const [one, two] = [edge('@acme/one', '@acme/two'), edge('@acme/two', '@acme/one')];
  for (const [version, atoms] of [
    ['1.0.0', [one, two]],
    ['1.0.1', [one, { id: '@acme/two' }]],
  ] as const)
    await author.mustPublish({ name: '@acme/verbs', version, files: atomFiles(...atoms) });
  const { text } = await anonymous.get('/-/prime/@acme/verbs/versions');
  assert.match(text, /1 atom changed, a patch step/);
});
