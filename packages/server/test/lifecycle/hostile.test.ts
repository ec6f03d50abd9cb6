// What somebody with bad intent and few rights tries with the life of versions.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { change } from './changing.ts';

const registry = await startRegistry({ ownerRemovalMs: 72 * 3_600_000 });
after(() => registry.stop());
const { author, anonymous: reader } = registry;

async function published(name: string): Promise<string> {
  await author.mustPublish({ name, version: '1.0.0' });
  return name;
}

test('an owner cannot remove what was downloaded a moment ago', async () => {
  const name = await published('@acme/fetched');
  assert.equal((await reader.get(`/pack/${name}/1.0.0/tarball`)).status, 200);
  const answer = await change(author, 'POST', '1.0.0/removal', { category: 'malware' }, name);
  assert.match(expectProblem(answer, 'removal_refused').detail, /was downloaded once/);
  assert.equal((await reader.get(`/pack/${name}/1.0.0`)).status, 200);
});

test('requests at the same time do not exceed the number of deprecations or channels', async () => {
  const name = await published('@acme/many');
  const send = (path: (index: number) => string, body: (index: number) => unknown) =>
    Promise.all(
      Array.from({ length: 70 }, (_, index) => change(author, 'PUT', path(index), body(index), name)),
    );
  const deprecated = await send(
    () => 'deprecation',
    (index) => ({ range: `1.0.${index}`, message: 'old' }),
  );
  const named = await send(
    (index) => `channels/c-${index}`,
    () => ({ version: '1.0.0' }),
  );
  for (const answers of [deprecated, named])
    assert.equal(answers.filter(({ status }) => status === 200).length, 50);
  const { json } = await reader.get(`/-/primes/${name}/lifecycle`);
  assert.deepEqual([json.deprecations.length, json.channels.length], [50, 50]);
});

test('two moves at the same time make no circle', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await published(`@acme/one-${round}`), await published(`@acme/other-${round}`)];
    const moves = await Promise.all([
      change(author, 'PUT', 'move', { to: other }, one),
      change(author, 'PUT', 'move', { to: one }, other),
    ]);
    assert.deepEqual(moves.map(({ status }) => status).toSorted(), [200, 409]);
  }
});

test('a range with very many alternatives is refused', async () => {
  const name = await published('@acme/ranges');
  const range = Array.from({ length: 60 }, (_, index) => `<${index}`).join('||');
  const answer = await change(author, 'PUT', 'deprecation', { range, message: 'old' }, name);
  const { errors } = expectProblem(answer, 'invalid_request');
  assert.deepEqual(errors, [{ field: 'range', message: 'has more than 16 alternatives; use a wider range' }]);
});
