// The parts of a Prime: facts of its manifest, atoms, files, and all of it to read.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { change } from '../lifecycle/changing.ts';

const registry = await startRegistry({ allowStableYank: true });
after(() => registry.stop());
const { author, anonymous } = registry;

const TEA = '/-/prime/@acme/tea';
const SOURCES = `
// Source: an old book
rule Pot {
  id: "@acme/rule-pot"
  version: "1.0.0"
  label: "Warm the pot"
  description: "The pot is hot before the leaves go in. It stays so longer."
  requires: [@acme/fact-n-2]
  notes: ["Only the full text has this."]
}
fact Ten { id: "@acme/fact-n-10" version: "1.0.0" description: "Ten" }
fact Two { id: "@acme/fact-n-2" version: "1.0.0" description: "Two" }
`;
/** A PNG of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const ABOUT = `homepage: https://example.org/tea
repository: javascript:alert(1)
maintainers: [Ada <ada@example.org>]
sources: [{ title: "A <book>", url: "https://example.org/book", license: MIT }]
tags: [hot & cold]`;

await author.mustPublish({
  name: '@acme/tea',
  extra: ABOUT,
  files: {
    'README.md': 'Tea',
    LICENSE: 'Do what you <want>.',
    'primes/sources/@acme/all.prime': SOURCES,
    'primes/sources/@acme/bad.prime': 'rule Bad {\n  id: "@acme/rule-bad\n}\n',
    'data/raw.bin': new Uint8Array([1, 0, 2]),
    'data/a pot.png': Buffer.from(PICTURE, 'base64'),
  },
});

async function see(path: string, status = 200): Promise<string> {
  const answer = await anonymous.get(path, { accept: 'text/html' });
  assert.equal(answer.status, status, path);
  return answer.text;
}

describe('the tabs of a Prime', () => {
  test('are the same on all its parts, and mark the one that is shown', async () => {
    const parts = ['', '/1.0.0/atoms', '/1.0.0/read', '/1.0.0/graph', '/1.0.0/files', '/versions'];
    for (const part of parts) {
      const [tabs = ''] = /<nav class="tabs".*?<\/nav>/s.exec(await see(`${TEA}${part}`)) ?? [];
      for (const other of parts.slice(1))
        assert.ok(tabs.includes(`href="${TEA}${other}"`), `${part} ${other}`);
      const current = [...tabs.matchAll(/href="([^"]*)" aria-current="page"/g)].map(([, path]) => path);
      assert.deepEqual(current, [`${TEA}${part}`]);
    }
  });

  test('of a Prime without atoms have neither atoms nor a graph', async () => {
    await author.mustPublish({ name: '@acme/empty' });
    const [tabs = ''] = /<nav class="tabs".*?<\/nav>/s.exec(await see('/-/prime/@acme/empty')) ?? [];
    assert.match(tabs, /README.*Files.*Versions/);
    assert.doesNotMatch(tabs, /Atoms|Graph|Read</);
  });
});

test('the facts have what the manifest says, as links only to https addresses', async () => {
  const text = await see(TEA);
  for (const part of [
    'href="https://example.org/tea" rel="nofollow noopener noreferrer">example.org/tea</a>',
    '<dd>Ada</dd>',
    'href="https://example.org/book" rel="nofollow noopener noreferrer">A &#60;book&#62;</a> <span class="faint">MIT',
    '<a href="/-/browse?tag=hot+%26+cold">hot &#38; cold</a>',
    `<a href="${TEA}/1.0.0/files#licence">text</a>`,
    'Line for a SKILL.md">- &#34;@acme/tea@^1.0.0&#34;</code>',
  ])
    assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /javascript:|ada@example/);
  assert.doesNotMatch(text, /<dt>Namespaces/, 'which is the scope');
});

test('counts say how many atoms were read, not how many files have some', async () => {
  assert.match(await see(TEA), /<dt>Atoms<\/dt><dd>3<\/dd>/);
  for (const path of ['/', '/-/scope/@acme', TEA, `${TEA}/versions`]) {
    const text = await see(path);
    const said = text.replaceAll(/<[^>]*>/g, '');
    assert.match(text, /3 atoms|Atoms <span>3</, path);
    assert.doesNotMatch(said, /\b2 atoms/, path);
  }
});

describe('the atoms', () => {
  test('are in natural order, each with its first sentence', async () => {
    const text = await see(`${TEA}/1.0.0/atoms`);
    assert.ok(text.indexOf('/atom/@acme/fact-n-2"') < text.indexOf('/atom/@acme/fact-n-10"'));
    assert.match(text, /rule-pot">Warm the pot<\/a> <span>The pot is hot before the leaves go in\.<\/span>/);
  });

  test('are chosen by kind and by words; what makes no sense is all of them', async () => {
    const count = async (query: string): Promise<number> =>
      (await see(`${TEA}/1.0.0/atoms?${query}`)).split('/atom/@acme/').length - 1;
    assert.deepEqual(
      [await count('kind=fact'), await count('kind=fact&page=99'), await count('q=hot+leaves')],
      [2, 2, 1],
    );
    assert.deepEqual(
      [await count('kind=nothing'), await count('page=x&q='), await count('q=zebra')],
      [3, 3, 0],
    );
  });

  test('that could not be read are named with file, line and reason', async () => {
    assert.match(await see(TEA), /href="[^"]*\/1\.0\.0\/atoms#problems">1 problem in its files</);
    const text = await see(`${TEA}/1.0.0/atoms`);
    const [, link = ''] =
      /<section aria-labelledby="problems">.*href="([^"]*)"><code>primes\/sources\/@acme\/bad\.prime:2<.*not closed/s.exec(
        text,
      ) ?? [];
    const file = await see(link.split('#')[0] ?? '');
    assert.ok(file.includes(`<span id="${link.split('#')[1]}">  id: &#34;@acme/rule-bad</span>`), link);
  });
});

describe('the files', () => {
  test('have sizes, and the text of the licence', async () => {
    const text = await see(`${TEA}/1.0.0/files`);
    assert.match(text, />data\/raw\.bin<\/a><\/td><td class="right nowrap">3 bytes</);
    assert.match(text, /6 files/);
    assert.ok(text.includes('Do what you &#60;want&#62;.'));
    assert.match(await see('/-/prime/@acme/empty/1.0.0/files'), /No file at the root/);
  });

  test('are shown as text, if they are one', async () => {
    assert.match(
      await see(`${TEA}/1.0.0/files/LICENSE`),
      /<span id="L1">Do what you &#60;want&#62;\.<\/span>/,
    );
    assert.match(await see(`${TEA}/1.0.0/files/data/raw.bin`), /It is not shown/);
  });

  test('are shown as pictures, if they are one', async () => {
    const text = await see(`${TEA}/1.0.0/files/data/a%20pot.png`);
    const [, source = ''] = /<img class="shown" src="([^"]*)" [^>]*width="1" height="1">/.exec(text) ?? [];
    assert.equal(source, `${TEA}/1.0.0/file/data/a%20pot.png`);
    const picture = await anonymous.get(source);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
    assert.doesNotMatch(text, /It is not shown/);
  });

  test('that do not exist are a 404', async () => {
    for (const path of ['none', 'data', '../LICENSE', '%2e%2e%2fLICENSE', '%00'])
      assert.match(await see(`${TEA}/1.0.0/files/${path}`, 404), /404/);
    await see(`${TEA}/9.0.0/files`, 404);
    await see('/-/prime/@acme/nothing/1.0.0/files/x', 404);
  });
});

describe('a Prime to read', () => {
  test('has its atoms after those that they build on, with contents and token counts', async () => {
    const text = await see(`${TEA}/1.0.0/read`);
    const places = ['n-10', 'n-2', 'pot'].map((name) =>
      text.indexOf(
        `<article id="atom-${name.length > 3 || name.startsWith('n') ? `fact-${name}` : `rule-${name}`}"`,
      ),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(places.every((place) => place > 0));
    assert.match(text, /<ol><li><a href="#atom-fact-n-10">.*<a href="#atom-rule-pot">Warm the pot<\/a>/s);
    assert.match(text, /requires<\/span> <a href="#atom-fact-n-2">/);
    assert.match(text, /aria-current="page">Core <small>\d+ tokens/);
    assert.equal(text.split('The pot is hot').length - 1, 1, 'nothing is said twice');
  });

  test('has texts of the length that is asked for', async () => {
    const read = (length: string): Promise<string> => see(`${TEA}/1.0.0/read?text=${length}`);
    assert.match(
      await read('full'),
      /<h3[^>]*>Notes<.*Only the full text has this/s,
      'below the name of the atom',
    );
    assert.doesNotMatch(await read('core'), /Only the full text has this/);
    assert.match(await see(`${TEA}/1.0.0/read?text=long`, 400), /no length of texts/);
  });

  test('has parts, if it is long', async () => {
    const sources = Array.from({ length: 301 }, (_, index) => ({ id: `@acme/fact-${1000 + index}` }));
    await author.mustPublish({ name: '@acme/long', files: atomFiles(...sources) });
    const path = '/-/prime/@acme/long/1.0.0/read';
    const [first, second, behind] = [
      await see(path),
      await see(`${path}?part=2`),
      await see(`${path}?part=77`),
    ];
    assert.deepEqual(
      [first, second].map((text) => text.split('<article').length - 1),
      [300, 1],
    );
    assert.match(first, /href="[^"]*\/read\?part=2">Part 2</);
    assert.match(second, /<ol start="301">.*fact-1300/s);
    assert.equal(behind, second);
  });
});

test('a scope says how many Primes and versions it has, and who signs', async () => {
  const text = await see('/-/scope/@acme');
  assert.match(text, /<h1>@acme<\/h1><span class="faint">\d+ Primes, \d+ versions</);
  assert.match(text, /<dt>Newest version<\/dt>/);
  assert.match(text, /<input type="hidden" name="scope" value="@acme">/);
  for (const path of ['/-/find?scope=%40acme&q=tea', '/-/browse?scope=%40acme&sort=newest'])
    assert.match(await see(path), /href="\/-\/prime\/@acme\/tea"/);
});

test('pages name tokens only if the operator lets them', async () => {
  assert.match(await see(TEA), /<dt>Published by<\/dt><dd>the token <span class="digest">[\w-]+<\/span>/);
  const open = await startRegistry({ showsTokenNames: true });
  after(() => open.stop());
  await open.author.mustPublish({ name: '@acme/tea' });
  const { text } = await open.anonymous.get(TEA);
  assert.match(text, /<dt>Published by<\/dt><dd>test</);
});

test('the parts of a removed version are gone', async () => {
  const name = '@acme/removed';
  await author.mustPublish({ name, files: atomFiles({ id: '@acme/one' }) });
  const parts = ['atoms', 'read', 'files', 'files/primes/sources/@acme/one.prime'];
  for (const part of parts) await see(`/-/prime/${name}/1.0.0/${part}`);
  await change(registry.admin, 'POST', '1.0.0/removal', { category: 'other', reason: 'No' }, name);
  for (const part of parts) await see(`/-/prime/${name}/1.0.0/${part}`, 410);
});

test('a yanked version offers the install of the latest one', async () => {
  for (const version of ['1.0.0', '1.1.0']) await author.mustPublish({ name: '@acme/back', version });
  await author.yank('@acme/back', '1.1.0');
  const text = await see('/-/prime/@acme/back/1.1.0');
  assert.match(text, /prime install @acme\/back<\/code>/);
  assert.match(text, /- &#34;@acme\/back@\^1\.0\.0&#34;<\/code>/);
  assert.doesNotMatch(text, /@acme\/back@\^?1\.1\.0/);
});
