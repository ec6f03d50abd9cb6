// The search page: why something was found, in which atoms, and how to narrow the search.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { atomFiles, expectProblem, startRegistry } from '@prime-registry/testkit';
import { publishExample } from './example.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author, stranger } = registry;
await publishExample(author);
await stranger.mustPublish({ name: '@other/tea', description: 'Tea, otherwise' });
for (let index = 0; index < 25; index += 1)
  await author.mustPublish({ name: `@acme/dish-${index}`, description: 'A saucer' });

await registry.store.addDownloads([{ name: '@acme/tea', identity: '1.1.0', day: 20_000, downloads: 1234 }]);

const decode = (href: string): string => href.replaceAll('&#38;', '&');

test('a Prime is found by a word of an atom, which is shown and highlighted', async () => {
  const { text } = await anonymous.get('/-/find?q=minutes');
  assert.match(text, />1 Prime</);
  assert.match(text, /\/-\/prime\/@acme\/tea\/1\.1\.0\/atom\/@acme\/rule-steep">rule-steep</);
  assert.match(text, /three <mark>minutes<\/mark>/);
});

test('a mistyped word is corrected, and the page says so', async () => {
  const { text } = await anonymous.get('/-/find?q=minuets');
  assert.match(text, /<em>minuets<\/em> as typed, so these are also for <strong>minutes<\/strong>\./);
  assert.match(text, /rule-steep/);
});

test('results are narrowed by a click, and widened again by another', async () => {
  const { text } = await anonymous.get('/-/find?q=tea');
  assert.match(text, />2 Primes</);
  assert.match(text, /<span class="scope">@acme\/<\/span><mark>tea<\/mark><\/a>/, 'the name is marked, too');
  const [, href = ''] = /<a rel="nofollow" href="([^"]*scope=%40other[^"]*)">/.exec(text) ?? [];
  const narrowed = await anonymous.get(decode(href));
  assert.match(narrowed.text, />1 Prime</);
  assert.doesNotMatch(narrowed.text, /<h2><a href="\/-\/prime\/@acme\/tea"/);
  const [, back = ''] =
    /<aside.*<a rel="nofollow" href="([^"]*)" aria-current="true"/s.exec(narrowed.text) ?? [];
  assert.match((await anonymous.get(decode(back))).text, />2 Primes</);
  assert.match((await anonymous.get('/-/find?q=tea&kind=fact')).text, />1 Prime</);
});

test('many results come in pages with links in both directions', async () => {
  const first = await anonymous.get('/-/find?q=saucer&limit=20');
  const [, next = ''] = /<a rel="next" href="([^"]*)"/.exec(first.text) ?? [];
  assert.doesNotMatch(first.text, /rel="prev"/);
  const second = await anonymous.get(decode(next));
  assert.match(first.text, />1 to 20 of 25 Primes</);
  assert.match(second.text, />21 to 25 of 25 Primes</);
  assert.match(
    second.text,
    /<a href="[^"]*offset=20" aria-current="page"><span class="unseen">Page <\/span>2</,
  );
  const [, previous = ''] = /<a rel="prev" href="([^"]*)"/.exec(second.text) ?? [];
  assert.doesNotMatch(second.text, /rel="next"/);
  assert.equal((await anonymous.get(decode(previous))).text, first.text);
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/<h2><a href="\/-\/prime\/([^"]+)"/g)].map(([, name]) => name ?? '');
  const names = [...namesIn(first.text), ...namesIn(second.text)];
  assert.deepEqual([names.length, new Set(names).size], [25, 25]);
});

test('atoms are results of their own, with their labels, and lead to those of one Prime', async () => {
  await author.mustPublish({
    name: '@acme/limits',
    files: atomFiles(
      {
        id: '@acme/rule-lifetime',
        label: 'Give every error a lifetime',
        description: 'Say how long it stays.',
      },
      { id: '@acme/fact-lifetime', kind: 'fact', description: 'A lifetime ends.' },
    ),
  });
  const { text } = await anonymous.get('/-/find?q=lifetime&in=atoms');
  assert.match(text, />2 atoms</);
  assert.match(text, /atom\/@acme\/rule-lifetime">Give every error a <mark>lifetime<\/mark><\/a>/);
  assert.match(text, /aria-current="page">Atoms<\/a>/);
  const byName = (await anonymous.get('/-/find?q=lifetime&in=atoms&sort=name')).text;
  assert.deepEqual(byName.match(/(?<=atom\/@acme\/)[a-z-]+(?=">)/g), ['fact-lifetime', 'rule-lifetime']);
  assert.match(byName, /<a rel="nofollow" href="[^"]*in=atoms&#38;sort=name" aria-current="true">Name/);
  const primes = (await anonymous.get('/-/find?q=lifetime')).text;
  const [, all = ''] = /<a class="all" href="([^"]*)">2 atoms</.exec(primes) ?? [];
  assert.match((await anonymous.get(decode(all))).text, />2 atoms of <a /);
  const none = await anonymous.get('/-/find?q=saucer&in=atoms');
  assert.match(none.text, /No atom has all of these words/);
});

test('a filter by kind chooses the atoms that are shown', async () => {
  const shown = async (kind: string) =>
    (await anonymous.get(`/-/find?q=lifetime&kind=${kind}`)).text.match(/atom\/@acme\/[a-z-]+/g);
  assert.deepEqual(await shown('fact'), ['atom/@acme/fact-lifetime']);
  assert.deepEqual(await shown('rule'), ['atom/@acme/rule-lifetime']);
  const alone = (await anonymous.get('/-/find?q=lifetime&kind=fact&in=atoms')).text;
  assert.deepEqual(alone.match(/(?<=atom\/@acme\/)[a-z-]+(?=">)/g), ['fact-lifetime']);
  // Neither a Prime of the kind whose matching atom is of another one, nor its number of matches.
  const ofPrime = (await anonymous.get('/-/find?q=lifetime&kind=fact')).text;
  assert.doesNotMatch(ofPrime, /class="all"/, 'one atom of this kind');
});

test('if all words find nothing, what most of them find is shown, and which one is missing', async () => {
  const { text } = await anonymous.get('/-/find?q=zebra+saucer+dish-7');
  assert.match(text, /No Prime has all of these words\. These are found without <strong>zebra<\/strong>\./);
  assert.match(text, /href="\/-\/prime\/@acme\/dish-7"/);
  const two = (await anonymous.get('/-/find?q=saucer+minutes')).text;
  assert.match(
    two,
    /found without <strong>minutes<\/strong>\. <a href="[^"]*q=minutes">Without <strong>saucer<\/strong>: 1<\/a>/,
  );
  assert.match((await anonymous.get('/-/find?q=zebra+xyzzy')).text, />No Prime</);
  // A word that is mistyped is not left out.
  const mistyped = (await anonymous.get('/-/find?q=zebra+lifetmie')).text;
  assert.match(mistyped, /found without <strong>zebra<\/strong>\./);
  assert.match(mistyped, /atom\/@acme\/fact-lifetime/);
});

test('if no atom has all words of a question, those with most of its rarest words are shown', async () => {
  const { text } = await anonymous.get('/-/find?q=how+long+stays+an+error+zebra&in=atoms');
  assert.match(
    text,
    /No atom has all of these words\. These are found without <strong>an<\/strong>, <strong>zebra<\/strong>\./,
  );
  assert.deepEqual(text.match(/(?<=atom\/@acme\/)[a-z-]+(?=">)/g), ['rule-lifetime']);
  assert.match(text, /<mark>stays<\/mark>/);
  for (const q of ['zebra', 'zebra+xyzzy', 'lifetime+lifetime'])
    assert.doesNotMatch((await anonymous.get(`/-/find?q=${q}&in=atoms`)).text, /found without/, q);
});

test('a Prime whose words are in different atoms leads to those with most of them', async () => {
  const { text } = await anonymous.get('/-/find?q=stays+ends');
  assert.match(text, />1 Prime</);
  const [, some = ''] = /in different places: <a href="([^"]*)">/.exec(text) ?? [];
  const atoms = (await anonymous.get(decode(some))).text;
  assert.match(atoms, /No atom has all of these words/);
  assert.match(atoms, />1 atom of <a [^>]*href="\/-\/prime\/@acme\/limits"/);
});

test('all Primes and scopes can be browsed, in orders and pages', async () => {
  const { text } = await anonymous.get('/-/browse');
  const [, total] = />(\d+) Primes</.exec(text) ?? [];
  assert.equal(Number(total), 28);
  assert.match((await anonymous.get('/-/browse?scope=@other')).text, />1 Prime</);
  assert.match((await anonymous.get('/-/browse?from=acme/tea')).text, />2 Primes, from @acme\/tea on</);
  const newest = (await anonymous.get('/-/browse?sort=newest')).text;
  assert.match(newest, /<ul class="rows">\s*<li>.*@acme\/limits/);
  const downloaded = (await anonymous.get('/-/browse?sort=downloads')).text;
  assert.match(downloaded, /<ul class="rows">\s*<li>.*@acme\/tea"/);
  assert.match((await anonymous.get('/-/browse?kind=fact')).text, />2 Primes</);
  assert.match(
    (await anonymous.get('/-/browse?kind=fact&license=Apache-2.0&scope=@acme')).text,
    />2 Primes</,
  );
  assert.match((await anonymous.get('/-/browse?license=MIT')).text, /No Prime is in this list/);
  assert.match((await anonymous.get('/-/browse?tag=nothing')).text, /No Prime is in this list/);
  const scopes = (await anonymous.get('/-/scopes')).text;
  assert.match(
    scopes,
    /2 scopes<[\s\S]*\/-\/scope\/@acme">@acme<\/a><\/h2>\s*<ul class="line"><li>27 Primes<\/li><li>28 versions</,
  );
});

test('the home page leads to all of it, and shows what is downloaded most', async () => {
  const { text } = await anonymous.get('/');
  for (const path of ['/-/browse', '/-/browse?sort=newest', '/-/scopes'])
    assert.ok(text.includes(`<dd><a href="${path}">`), path);
  assert.match(text, /Most downloaded<\/h2>[\s\S]*\/-\/prime\/@acme\/tea"[\s\S]*1,234 downloads/);
});

test('a match far inside a line is shown, not cut off', async () => {
  const before =
    'It says in a few words what everybody who keeps something for others has to know about cups, pots and ';
  await stranger.mustPublish({
    name: '@other/long-lines',
    description: `${before}porcelain.`,
    files: {
      'README.md': `# Lines\n\n${before}earthenware.`,
      ...atomFiles({ id: '@other/rule-long', label: 'Long', description: `${before}stoneware.` }),
    },
  });
  const begins = '…to know about cups, pots and ';
  const seen = async (word: string): Promise<string> =>
    (await anonymous.get(`/-/find?q=${word}`)).text.replaceAll(/<\/?mark>/g, '');
  assert.ok((await seen('porcelain')).includes(`>${begins}porcelain.`));
  assert.ok((await seen('earthenware')).includes(`README: ${begins}earthenware.`));
  assert.ok((await seen('stoneware')).includes(`Long</a> ${begins}stoneware.`));
  assert.ok(
    (await seen('everybody')).includes(`>${before}porcelain.`),
    'near the beginning, all of it is shown',
  );
});

test('suggestions have the paths of their pages', async () => {
  const { json } = await anonymous.get('/-/suggest?q=lifet');
  assert.deepEqual(json, {
    primes: [],
    atoms: [
      {
        ...{
          id: '@acme/fact-lifetime',
          kind: 'fact',
          title: 'fact-lifetime',
          prime: '@acme/limits',
          version: '1.0.0',
        },
        path: '/-/prime/@acme/limits/1.0.0/atom/@acme/fact-lifetime',
      },
      {
        ...{
          id: '@acme/rule-lifetime',
          kind: 'rule',
          title: 'Give every error a lifetime',
          prime: '@acme/limits',
        },
        ...{ version: '1.0.0', path: '/-/prime/@acme/limits/1.0.0/atom/@acme/rule-lifetime' },
      },
    ],
  });
  assert.deepEqual((await anonymous.get('/-/suggest?q=tea')).json.primes[0], {
    ...{ name: '@acme/tea', description: 'How to make tea', path: '/-/prime/@acme/tea' },
  });
  expectProblem(await anonymous.get(`/-/suggest?q=${'a'.repeat(257)}`), 'invalid_query');
});

test('the home page has ten Primes, also after many versions of one', async () => {
  for (let patch = 0; patch < 60; patch += 1)
    await author.mustPublish({ name: '@acme/often', version: `1.0.${patch}` });
  const { text } = await anonymous.get('/');
  const recent = /<section aria-labelledby="recent">[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';
  assert.equal(recent.match(/<h3><a /g)?.length, 10);
  assert.equal(recent.match(/@acme\/often"/g)?.length, 1);
});

test('a namespace is a filter only where it says more than the scope', async () => {
  const files = atomFiles({ id: '@porcelain/rule-glaze', description: 'Glaze it.' });
  await author.mustPublish({ name: '@acme/porcelain', description: 'Glazes', files });
  await author.mustPublish({
    name: '@acme/enamel',
    description: 'Glazes of enamel',
    files: atomFiles({ id: '@acme/enamel' }),
  });
  await stranger.mustPublish({
    name: '@other/clay',
    description: 'Glazes of clay',
    files: atomFiles({ id: '@other/clay' }),
  });
  const { text } = await anonymous.get('/-/find?q=glazes');
  const [, namespaces = ''] = /<h2>Namespace<\/h2><ul>(.*?)<\/ul>/s.exec(text) ?? [];
  assert.deepEqual(
    [...namespaces.matchAll(/<span dir="auto">([^<]*)<\/span><span>(\d+)</g)].map(([, value, count]) => [
      value,
      count,
    ]),
    [
      ['@acme', '1'],
      ['@porcelain', '1'],
    ],
    'of two Primes of the scope @acme, one has atoms of the same namespace; of @other, all',
  );
  assert.doesNotMatch((await anonymous.get('/-/find?q=enamel')).text, /Namespace/);
});

test('next to the label of an atom is a sentence, not the label again, nor its edges', async () => {
  await author.mustPublish({
    name: '@acme/kettles',
    files: atomFiles({
      id: '@acme/rule-kettle',
      label: 'Descale the kettle',
      description: 'Lime keeps the heat out.',
      edges: { related: ['@acme/fact-descale'] },
    }),
  });
  const shown = async (path: string): Promise<string> =>
    (await anonymous.get(path)).text.replaceAll(/<\/?mark>/g, '');
  assert.ok((await shown('/-/find?q=descale')).includes('Descale the kettle</a> Lime keeps the heat out.'));
  assert.match(
    await shown('/-/find?q=descale&in=atoms'),
    /<p class="cut" dir="auto">Lime keeps the heat out\.<\/p>/,
  );
});
