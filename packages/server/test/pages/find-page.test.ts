// The search page: why something was found, in which atoms, and how to narrow the search.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { publishExample } from './example.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author, stranger } = registry;
await publishExample(author);
await stranger.mustPublish({ name: '@other/tea', description: 'Tea, otherwise' });
for (let index = 0; index < 25; index += 1)
  await author.mustPublish({ name: `@acme/dish-${index}`, description: 'A saucer' });

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
