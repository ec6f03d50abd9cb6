// The page of a Prime: what it requires, and which Primes require it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
const { author, admin, anonymous } = registry;

/** The texts of a section's list. */
async function read(path: string, id: string): Promise<string[] | undefined> {
  const { status, text } = await anonymous.get(path);
  assert.equal(status, 200);
  assert.ok(text.length < 50_000, `${text.length} characters`);
  const [section] = new RegExp(`<section aria-labelledby="${id}">.*?</section>`, 's').exec(text) ?? [];
  return section
    ?.match(/<li>.*?<\/li>|<p .*?<\/p>/g)
    ?.map((item) =>
      item.replaceAll(/<[^>]*>/g, '').replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
    );
}

const requiring = (...names: string[]): string =>
  `requires:\n${names.map((name) => `  "${name}": ">=1 <3"\n`).join('')}`;

test('a version shows what it requires, with links', async () => {
  await author.mustPublish({
    name: '@acme/app',
    version: '1.0.0',
    extra: requiring('@other/b', '@acme/core'),
  });
  await author.mustPublish({ name: '@acme/app', version: '1.1.0' });
  assert.deepEqual(await read('/-/prime/@acme/app/1.0.0', 'refers-to'), [
    '@acme/core >=1 <3',
    '@other/b >=1 <3',
  ]);
  assert.match((await anonymous.get('/-/prime/@acme/app/1.0.0')).text, /href="\/-\/prime\/@other\/b"/);
  assert.equal(await read('/-/prime/@acme/app', 'refers-to'), undefined);
});

test('a Prime shows which latest versions require it', async () => {
  await author.mustPublish({ name: '@acme/base' });
  assert.equal(await read('/-/prime/@acme/base', 'referred-to'), undefined);
  await author.mustPublish({ name: '@acme/two', version: '1.0.0', extra: requiring('@acme/base') });
  await author.mustPublish({ name: '@acme/one', version: '1.0.0-rc.1', extra: requiring('@acme/base') });
  assert.deepEqual(await read('/-/prime/@acme/base', 'referred-to'), [
    '@acme/one >=1 <3',
    '@acme/two >=1 <3',
  ]);
  await admin.yank('@acme/one', '1.0.0-rc.1');
  await author.mustPublish({ name: '@acme/two', version: '1.1.0' });
  assert.equal(await read('/-/prime/@acme/base', 'referred-to'), undefined);
});

test('of many, the first are shown', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `@acme/many-${index + 10}`);
  await author.mustPublish({ name: '@acme/popular', extra: requiring(...names) });
  for (const name of names) await author.mustPublish({ name, extra: requiring('@acme/popular') });
  const required = await read('/-/prime/@acme/popular', 'refers-to');
  assert.deepEqual([required?.length, required?.at(-1)], [51, 'And 10 more: see its pack.yaml.']);
  const by = await read('/-/prime/@acme/popular', 'referred-to');
  assert.deepEqual(
    [by?.length, by?.at(-1)],
    [51, 'These are the first 50 Primes that require it, by name; there are more.'],
  );
});
