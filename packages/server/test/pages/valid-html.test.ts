// Pages pass the recommended rules of html-validate, which is stricter than browsers are.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { publishExample } from './example.ts';

const registry = await startRegistry();
const closed = await startRegistry({ isPrivate: true });
after(() => Promise.all([registry.stop(), closed.stop()]));
await publishExample(registry.author);
const long = 'long'.repeat(15);
const name = `@acme/${long}`;
await registry.author.mustPublish({
  name,
  version: '1.0.0-rc.1',
  description: 'Text "that" ends in a line feed & has <signs>\n',
  files: {
    'README.md':
      '# Title\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n![x](y.png) <b>bold</b>\n\n```js\nlet a;\n```\n',
    ...atomFiles({ id: `@acme/rule-${long}`, description: 'Words with `code` and "quotes" '.repeat(8) }),
  },
});
await registry.author.yank(name, '1.0.0-rc.1');

const checker = new HtmlValidate(
  new StaticConfigLoader({ extends: ['html-validate:recommended'], root: true }),
);

const PRIME = '/-/prime/@acme/tea';
const PAGES = [
  '/',
  '/-/find?q=tea&in=atoms',
  '/-/find?q=tea+zebra',
  '/-/browse',
  '/-/browse?sort=newest&scope=@acme',
  '/-/scopes',
  '/-/find?q=tea',
  '/-/find?q=tea&kind=rule&limit=1',
  '/-/find?q=nothing-has-this',
  PRIME,
  `${PRIME}/1.0.0`,
  `${PRIME}/versions`,
  `${PRIME}/diff/1.0.0...1.1.0`,
  `${PRIME}/1.1.0/graph`,
  `${PRIME}/1.1.0/atoms`,
  `${PRIME}/1.1.0/read?text=full`,
  `${PRIME}/1.1.0/files`,
  `${PRIME}/1.1.0/files/README.md`,
  `${PRIME}/1.1.0/atom/@acme/rule-warm-the-pot?text=source`,
  ...['summary', 'core', 'full'].map((text) => `${PRIME}/1.1.0/atom/@acme/rule-warm-the-pot?text=${text}`),
  `/-/prime/${name}`,
  `/-/prime/${name}/1.0.0-rc.1/atom/@acme/rule-${long}`,
  '/-/scope/@acme',
  '/-/publishing',
  '/-/log',
  '/-/api',
  '/-/prime/@acme/absent',
  '/-/absent',
];

async function findFaults(path: string, { anonymous } = registry): Promise<string[]> {
  const { text } = await anonymous.get(path, { accept: 'text/html' });
  assert.match(text, /^<!DOCTYPE html>/, path);
  const { results } = await checker.validateString(text);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message}: ${selector}`),
  );
}

for (const path of PAGES)
  test(`${path} is valid`, async () =>
    assert.deepEqual([...new Set(await findFaults(path))].slice(0, 10), []));

test('pages of a private registry are valid', async () => {
  for (const path of ['/', PRIME, '/-/publishing'])
    assert.deepEqual(await findFaults(path, closed), [], path);
});
