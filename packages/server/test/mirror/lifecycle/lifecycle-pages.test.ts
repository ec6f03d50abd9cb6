// Pages of a mirror say what happened to a version at the upstream.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change } from '../../lifecycle/changing.ts';
import { startChain } from '../chain.ts';

const NAME = '@acme/tea';
const PAGE = `/-/prime/${NAME}`;

test('a mirrored Prime has the notes, marks and rows of its upstream', async () => {
  await using chain = await startChain();
  const { author, admin } = chain.origin;
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '2.0.0-rc.1'])
    await author.mustPublish({ name: NAME, version });
  await author.mustPublish({ name: '@acme/coffee' });
  const successor = { name: '@acme/coffee', registry: chain.link.baseUrl };
  await change(author, 'PUT', 'deprecation', { range: '<1.1', message: 'Too weak', successor }, NAME);
  await change(author, 'PUT', 'channels/next', { version: '2.0.0-rc.1' }, NAME);
  await change(author, 'PUT', 'move', { to: '@acme/coffee' }, NAME);
  await author.yank(NAME, '2.0.0-rc.1', { reason: 'Bitter' });
  const removal = { category: 'secret', reason: 'A password' };
  assert.equal((await change(admin, 'POST', '1.1.0/removal', removal, NAME)).status, 200);

  const see = async (path: string, status = 200): Promise<string> => {
    const answer = await chain.mirror.anonymous.get(path, { accept: 'text/html' });
    assert.equal(answer.status, status, path);
    return answer.text;
  };
  const deprecated = await see(`${PAGE}/1.0.0`);
  assert.match(
    deprecated,
    /This version is deprecated:<\/strong> <bdi>Too weak\.<\/bdi> Use <a href="\/-\/prime\/@acme\/coffee">/,
  );
  assert.match(deprecated, /This Prime has moved to <a href="\/-\/prime\/@acme\/coffee">/);
  assert.match(deprecated, /<code>next<\/code> <a [^>]*>2\.0\.0-rc\.1<\/a> <span class="tag yanked">/);
  assert.match(await see(`${PAGE}/2.0.0-rc.1`), /This version was yanked<\/strong>.* Reason: Bitter\./);
  const versions = await see(`${PAGE}/versions`);
  assert.match(versions, /3 versions, and 1 removed/);
  assert.match(
    versions,
    />1\.1\.0<\/span> <span class="tag yanked">removed<.*a secret\. Reason: A password</s,
  );
  assert.match(await see(`${PAGE}/1.1.0`, 410), /1\.1\.0 was removed \(secret\): A password\./);
});
