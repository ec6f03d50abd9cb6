// POST /publish with a channel, and of a version from another registry.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { buildTarball, expectProblem, startRegistry } from '@prime-registry/testkit';
import { NAME } from './changing.ts';

const registry = await startRegistry({
  now: () => Date.UTC(2026, 10, 21, 9, 30, 0),
  protectedChannels: ['stable'],
});
after(() => registry.stop());
const { author, anonymous: reader } = registry;

function publish(version: string, parts: Readonly<Record<string, string>>, actor = author) {
  const form = new FormData();
  for (const [name, text] of Object.entries(parts)) form.append(name, text);
  const fields = { name: `"${NAME}"`, version, description: 'd', license: 'MIT', 'prime-version': '"1.0"' };
  form.append(
    'manifest',
    Object.entries(fields)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(''),
  );
  form.append('tarball', new Blob([Uint8Array.from(buildTarball({ 'a.txt': version }))]), 'x.tgz');
  return actor.request('/publish', { method: 'POST', body: form });
}

const LIST = '/pack/%40acme%2Fweb-style';
const PROMOTION = { registry: 'https://Staging.example/primes/', published_at: '2026-11-20T08:00:00Z' };

test('a channel names the version as soon as it is published', async () => {
  const { status, json } = await publish('1.0.0-beta.1', { channel: 'beta' });
  assert.equal(status, 201);
  assert.equal(json.version, '1.0.0-beta.1');
  await publish('1.0.0-beta.2', { channel: ' beta\n' });
  const { json: list } = await reader.get(LIST);
  const channels = [{ channel: 'beta', version: '1.0.0-beta.2', since: '2026-11-21T09:30:00Z' }];
  assert.deepEqual(list.channels, channels);
  const refused = await publish('1.0.0-beta.1', { channel: 'beta' });
  expectProblem(refused, 'version_exists');
  assert.deepEqual((await reader.get(LIST)).json.channels, channels);
});

test('a protected channel needs an admin token', async () => {
  expectProblem(await publish('2.0.0', { channel: 'stable' }), 'channel_protected');
  expectProblem(await reader.get(`/pack/${NAME}/2.0.0`), 'version_not_found');
  assert.equal((await publish('2.0.0', { channel: 'stable' }, registry.admin)).status, 201);
});

test('a promoted version says where it was published first', async () => {
  await publish('3.0.0', { 'promoted-from': JSON.stringify(PROMOTION) });
  const { json } = await reader.get(`/pack/${NAME}/3.0.0`);
  assert.deepEqual(json.promoted_from, { ...PROMOTION, registry: 'https://staging.example/primes' });
  assert.equal(json.published_at, '2026-11-21T09:30:00Z');
});

describe('a malformed option is a 400, and nothing is published', () => {
  const cases: readonly (readonly [part: string, text: string, field: string])[] = [
    ['channel', '', 'channel'],
    ['channel', 'latest', 'channel'],
    ['channel', '1.0.0', 'channel'],
    ['channel', 'x'.repeat(300), 'channel'],
    ['promoted-from', '', 'promoted-from'],
    ['promoted-from', 'https://staging.example', 'promoted-from'],
    ['promoted-from', '[]', 'promoted-from'],
    ['promoted-from', JSON.stringify({ ...PROMOTION, registry: 'ftp://x' }), 'promoted-from.registry'],
    [
      'promoted-from',
      JSON.stringify({ ...PROMOTION, registry: 'https://u:p@x.example' }),
      'promoted-from.registry',
    ],
    [
      'promoted-from',
      JSON.stringify({ ...PROMOTION, published_at: 'yesterday' }),
      'promoted-from.published_at',
    ],
    [
      'promoted-from',
      JSON.stringify({ ...PROMOTION, published_at: '2026-02-30T00:00:00Z' }),
      'promoted-from.published_at',
    ],
    ['promoted-from', 'x'.repeat(5000), 'promoted-from'],
  ];
  for (const [part, text, field] of cases) {
    test(`${part}: ${text.slice(0, 60)}`, async () => {
      const { errors } = expectProblem(await publish('9.0.0', { [part]: text }), 'invalid_form');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [field],
      );
      expectProblem(await reader.get(`/pack/${NAME}/9.0.0`), 'version_not_found');
    });
  }
});
