// PUT and DELETE /-/primes/…/deprecation.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { change, NAME } from './changing.ts';

const clock = { nowMs: Date.UTC(2026, 10, 21, 9, 30, 0) };
const registry = await startRegistry({ now: () => clock.nowMs });
after(() => registry.stop());
const { author, anonymous: reader } = registry;

const LIST = '/pack/%40acme%2Fweb-style';
const manifest = async (version: string) => (await reader.get(`/pack/${NAME}/${version}`)).json;

for (const version of ['1.0.0', '1.5.0-beta.1', '2.0.0-rc.1', '2.0.0', '2.1.0'])
  await author.mustPublish({ version });

test('a range is deprecated with a message and a successor, and taken back', async () => {
  const untouched = [(await reader.get(LIST)).text, (await reader.get(`/pack/${NAME}/1.0.0`)).text];
  const successor = { name: '@acme/forms', range: '^3', registry: 'https://primes.example/' };
  const set = await change(author, 'PUT', 'deprecation', { range: '<2.0.0-0', message: 'Use 2.', successor });
  const deprecation = {
    range: '<2.0.0-0',
    message: 'Use 2.',
    successor: { name: '@acme/forms', range: '^3', registry: 'https://primes.example' },
    since: '2026-11-21T09:30:00Z',
  };
  assert.deepEqual([set.status, set.json], [200, { name: NAME, deprecations: [deprecation] }]);

  const { json: list } = await reader.get(LIST);
  assert.deepEqual(list.deprecations, [deprecation]);
  const marks = list.versions.map(({ version, deprecated }: Record<string, unknown>) => [
    version,
    deprecated,
  ]);
  assert.deepEqual(marks, [
    ['1.0.0', true],
    ['1.5.0-beta.1', true],
    ['2.0.0-rc.1', undefined],
    ['2.0.0', undefined],
    ['2.1.0', undefined],
  ]);
  assert.equal(list.latest, '2.1.0');
  const { since: _, range: __, ...deprecated } = deprecation;
  assert.deepEqual((await manifest('1.5.0-beta.1')).deprecated, deprecated);
  assert.equal((await manifest('2.0.0')).deprecated, undefined);

  const removed = await change(author, 'DELETE', `deprecation?range=${encodeURIComponent('<2.0.0-0')}`);
  assert.deepEqual([removed.status, removed.json], [200, { name: NAME }]);
  assert.deepEqual(
    [(await reader.get(LIST)).text, (await reader.get(`/pack/${NAME}/1.0.0`)).text],
    untouched,
  );
});

test('without a range the whole Prime is deprecated, with the versions to come; the newest one counts', async () => {
  await change(author, 'PUT', 'deprecation', { message: 'Nobody maintains this.' });
  await author.mustPublish({ version: '3.0.0' });
  assert.equal((await manifest('3.0.0')).deprecated.message, 'Nobody maintains this.');
  clock.nowMs += 1000;
  await change(author, 'PUT', 'deprecation', { range: '3.0.0', message: 'Broken.' });
  assert.equal((await manifest('3.0.0')).deprecated.message, 'Broken.');
  assert.equal((await manifest('2.0.0')).deprecated.message, 'Nobody maintains this.');
  clock.nowMs += 1000;
  await change(author, 'PUT', 'deprecation', { range: '*', message: 'Gone.' });
  assert.equal((await manifest('3.0.0')).deprecated.message, 'Gone.');
  const { json } = await reader.get(`/-/primes/${NAME}/lifecycle`);
  assert.deepEqual(
    json.deprecations.map(({ range }: { range: string }) => range),
    ['*', '3.0.0'],
  );
  await change(author, 'DELETE', 'deprecation?range=3.0.0');
  await change(author, 'DELETE', 'deprecation');
  assert.deepEqual((await reader.get(`/-/primes/${NAME}/lifecycle`)).json, { name: NAME });
});

describe('a bad body is a 400 that names the field', () => {
  const token = `pri_${'0'.repeat(38)}`;
  const cases: readonly (readonly [title: string, body: unknown, field: string])[] = [
    ['nothing', '', 'message'],
    ['no JSON', '{message', 'body'],
    ['an empty message', { message: ' ' }, 'message'],
    ['a long message', { message: 'x'.repeat(1001) }, 'message'],
    ['a message that is no text', { message: 1 }, 'message'],
    ['hidden characters', { message: 'a\u202eb' }, 'message'],
    ['no range', { message: 'm', range: 'next week' }, 'range'],
    ['latest', { message: 'm', range: 'latest' }, 'range'],
    ['a channel', { message: 'm', range: 'beta' }, 'range'],
    ['a long range', { message: 'm', range: '1.'.repeat(400) }, 'range'],
    ['a successor that is no object', { message: 'm', successor: '@acme/x' }, 'successor'],
    ['a successor without a name', { message: 'm', successor: {} }, 'successor.name'],
    ['a successor with a bad name', { message: 'm', successor: { name: 'acme' } }, 'successor.name'],
    [
      'a bad range of the successor',
      { message: 'm', successor: { name: '@a/b', range: '^^' } },
      'successor.range',
    ],
    ['the Prime itself as its successor', { message: 'm', successor: { name: NAME } }, 'successor'],
    [
      'a successor that is deprecated with it',
      { message: 'm', range: '<2.0.0', successor: { name: NAME, range: '^1.5' } },
      'successor',
    ],
    [
      'a registry with a password',
      { message: 'm', successor: { name: '@a/b', registry: 'https://u:p@x.example' } },
      'successor.registry',
    ],
    [
      'a registry that is a script',
      { message: 'm', successor: { name: '@a/b', registry: 'javascript:alert(1)' } },
      'successor.registry',
    ],
  ];
  for (const [title, body, field] of cases) {
    test(title, async () => {
      const { errors } = expectProblem(await change(author, 'PUT', 'deprecation', body), 'invalid_request');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [field],
      );
      assert.deepEqual((await reader.get(`/-/primes/${NAME}/lifecycle`)).json, { name: NAME });
    });
  }

  test('all wrong fields at once', async () => {
    const body = { range: '^^', message: '', successor: { name: 'x', range: '^^' } };
    const { errors } = expectProblem(await change(author, 'PUT', 'deprecation', body), 'invalid_request');
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['range', 'message', 'successor.name', 'successor.range'],
    );
  });

  test('a message with an access token', async () => {
    const own = author.token ?? token;
    const { errors } = expectProblem(
      await change(author, 'PUT', 'deprecation', { message: own }),
      'invalid_request',
    );
    assert.match(errors?.[0]?.message ?? '', /access token/);
    assert.equal(errors?.[0]?.message.includes(own), false);
  });
});

test('there is a limit to their number', async () => {
  for (let number = 0; number < 50; number += 1)
    assert.equal(
      (await change(author, 'PUT', 'deprecation', { range: `0.${number}.0`, message: 'm' })).status,
      200,
    );
  const { errors } = expectProblem(
    await change(author, 'PUT', 'deprecation', { range: '0.99.0', message: 'm' }),
    'invalid_request',
  );
  assert.equal(errors?.[0]?.field, 'range');
  assert.equal((await change(author, 'PUT', 'deprecation', { range: '0.7.0', message: 'n' })).status, 200);
});

test('only who may publish to the scope may deprecate, and only what is here', async () => {
  const body = { message: 'm' };
  const yanker = await registry.actorWith({ permissions: ['yank'], scopes: ['@acme'] });
  const other = await registry.actorWith({ permissions: ['publish'], scopes: ['@other'] });
  expectProblem(await change(reader, 'PUT', 'deprecation', body), 'unauthenticated');
  expectProblem(await change(yanker, 'PUT', 'deprecation', body), 'permission_missing');
  expectProblem(await change(other, 'PUT', 'deprecation', body), 'scope_not_allowed');
  expectProblem(await change(author, 'PUT', 'deprecation', body, '@acme/none'), 'prime_not_found');
  const { detail } = expectProblem(
    await change(author, 'DELETE', 'deprecation?range=^9'),
    'deprecation_not_found',
  );
  assert.match(detail, /has no deprecation of '\^9'; there are: '0\.\d+\.0', /);
  expectProblem(await change(author, 'DELETE', 'deprecation?range=beta'), 'invalid_query');
  expectProblem(await change(author, 'DELETE', 'deprecation?range=1&range=2'), 'invalid_query');
});
