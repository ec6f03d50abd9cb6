// Search always has the current latest version of a Prime: new versions are found, yanked ones are not.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry({ allowStableYank: true });
after(() => registry.stop());
const { anonymous, author } = registry;

/** The results as `version description`, one a line. */
async function found(q: string): Promise<string[]> {
  const { json } = await anonymous.get(`/search?q=${q}`);
  assert.equal(json.total, json.results.length);
  return json.results.map((entry: { version: string; description: string }) =>
    [entry.version, entry.description].join(' '),
  );
}

test('one entry a Prime, its latest version, from the moment of the publish', async () => {
  const publish = (version: string, description: string) => author.mustPublish({ version, description });
  assert.deepEqual(await found('web'), []);
  await publish('1.0.0-rc.1', 'first');
  assert.deepEqual(await found('web'), ['1.0.0-rc.1 first']);
  await publish('1.0.0', 'second');
  assert.deepEqual(await found('web'), ['1.0.0 second']);
  await publish('0.9.0', 'third');
  await publish('2.0.0-rc.1', 'fourth');
  assert.deepEqual(
    await found('web'),
    ['1.0.0 second'],
    'neither an older version nor a prerelease takes its place',
  );
  for (const word of ['first', 'third', 'fourth']) assert.deepEqual(await found(word), [], word);
  await publish('1.1.0', 'fifth');
  assert.deepEqual(await found('web'), ['1.1.0 fifth']);
});

test('a yank restores the previous latest version, down to none', async () => {
  for (const expected of [
    '1.0.0 second',
    '0.9.0 third',
    '2.0.0-rc.1 fourth',
    '1.0.0-rc.1 first',
    undefined,
  ]) {
    const { json } = await anonymous.get('/pack/@acme/web-style');
    assert.equal((await author.yank('@acme/web-style', json.latest)).status, 200);
    assert.deepEqual(await found('web'), expected === undefined ? [] : [expected]);
  }
  await author.mustPublish({ version: '0.0.1', description: 'sixth' });
  assert.deepEqual(await found('web'), ['0.0.1 sixth']);
});

test('a refused publish is not found', async () => {
  await author.publish({ version: '0.0.1', description: 'seventh' });
  await registry.stranger.publish({ name: '@acme/refused', description: 'seventh' });
  assert.deepEqual(await found('seventh'), []);
});
