// Pages that are kept whole: until the next commit, for browsers only, without queries.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventually, startRegistry } from '@prime-registry/testkit';
import { countStoreWork, startServer } from '../http/response-cache/observed-server.ts';

const registry = await startRegistry();
const other = await startServer({ dataFolder: registry.dataFolder });
after(async () => {
  await other.close();
  await registry.stop();
});
const { anonymous, author } = registry;
const HTML = { accept: 'text/html' };
const NAME = '@acme/web-style';
const PAGE = `/-/prime/${NAME}`;

await author.mustPublish({ version: '1.0.0' });

/** Reads it twice. @returns whether the second answer took work of the store */
async function isKept(path: string, headers: Readonly<Record<string, string>> = HTML): Promise<boolean> {
  const first = await anonymous.get(path, headers);
  const before = await countStoreWork(anonymous);
  const second = await anonymous.get(path, headers);
  assert.equal(second.text, first.text);
  return (await countStoreWork(anonymous)) === before;
}

/** Something may be committed in the background, between two reads. */
async function mustBeKept(path: string): Promise<void> {
  await eventually(async () => assert.ok(await isKept(path)));
}

for (const path of [
  '/',
  '/-/browse',
  '/-/scopes',
  '/-/scope/@acme',
  PAGE,
  `${PAGE}/1.0.0/atoms`,
  `${PAGE}/versions`,
])
  test(`${path} is kept`, async () => await mustBeKept(path));

for (const path of [`${PAGE}?x=1`, '/-/browse?sort=name', '/-/find?q=web'])
  test(`${path} is not`, async () => assert.ok(!(await isKept(path))));

test('the very next read shows what is published, and yanked, through any process', async () => {
  for (const [version, writer] of [
    ['1.1.0', author],
    ['1.2.0', other.admin],
  ] as const) {
    await mustBeKept(PAGE);
    assert.ok(!(await anonymous.get(PAGE, HTML)).text.includes(version));
    await writer.mustPublish({ name: NAME, version });
    assert.ok((await anonymous.get(PAGE, HTML)).text.includes(version));
    await mustBeKept(PAGE);
    await writer.yank(NAME, version);
    assert.ok(!(await anonymous.get(PAGE, HTML)).text.includes(`${NAME}@${version}`));
  }
});

test('who prefers Markdown gets the document, not the page that is kept', async () => {
  await mustBeKept(PAGE);
  const markdown = await anonymous.get(PAGE, { accept: 'text/markdown' });
  assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/);
  const { headers } = await anonymous.get(PAGE, HTML);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.match(headers.get('vary') ?? '', /\bAccept\b/);
});

test('of a missing page, browsers and programs get their own answers', async () => {
  for (const [accept, type] of [
    ['text/html', /^text\/html/],
    ['application/json', /^application\/problem\+json/],
    ['text/html', /^text\/html/],
  ] as const) {
    const { status, headers } = await anonymous.get('/-/prime/@acme/missing', { accept });
    assert.equal(status, 404);
    assert.match(headers.get('content-type') ?? '', type);
  }
});
