// Provenance through a mirror: handed on as what the registry behind it says, and nothing that is malformed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { type Chain, MANIFEST, startChain, TARBALL } from '../mirror/chain.ts';
import { GITHUB, NAME, publishAs, readEntry } from './provenance.ts';

const STATEMENT = `/-/primes/${NAME}/1.0.0/provenance`;

async function pull({ mirror }: Chain): Promise<void> {
  assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
  await eventually(async () => assert.equal((await mirror.store.listVersions(NAME)).length, 1));
}

test('a mirror says whose word it is, before the pull and after it', async () => {
  await using chain = await startChain();
  const { origin, mirror, link } = chain;
  await publishAs(origin, GITHUB);
  const { json: before } = await mirror.anonymous.get(STATEMENT);
  assert.deepEqual(before.predicate.publisher, GITHUB);
  assert.equal(before.predicate.origin, link.baseUrl);
  assert.equal(before.predicate.entry, undefined, 'it is not in the log of the mirror yet');
  await pull(chain);
  const { json: manifest } = await mirror.anonymous.get(MANIFEST);
  assert.deepEqual([manifest.provenance, manifest.origin], [GITHUB, link.baseUrl]);
  const entry = await readEntry(mirror);
  assert.ok(entry.type === 'mirror');
  assert.deepEqual([entry.provenance, entry.origin], [GITHUB, link.baseUrl]);
  const { json: after } = await mirror.anonymous.get(STATEMENT);
  assert.equal(after.predicate.entry.type, 'mirror');
  const page = await mirror.anonymous.get(`/-/prime/${NAME}/1.0.0`, { accept: 'text/html' });
  assert.match(page.text, /As <a href="[^"]*">[^<]*<\/a> says, it verified this identity/);
});

for (const [what, provenance] of Object.entries({
  'is no object': 'github',
  'lacks its claims': { ...GITHUB, claims: undefined },
  'has a claim that is no text': { ...GITHUB, claims: { sub: { toString: 1 } } },
  'is larger than any registry keeps': { ...GITHUB, claims: { sub: 'x'.repeat(5000) } },
}))
  test(`provenance that ${what} is left out`, async () => {
    await using chain = await startChain();
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish({ name: NAME, version: '1.0.0' });
    const { json: manifest } = await origin.anonymous.get(MANIFEST);
    link.fault = ({ path }) =>
      path === MANIFEST
        ? {
            ...{ kind: 'answer', status: 200, headers: { 'content-type': 'application/json' } },
            body: JSON.stringify({ ...manifest, provenance }),
          }
        : undefined;
    await pull(chain);
    assert.equal('provenance' in (await mirror.anonymous.get(MANIFEST)).json, false);
    assert.equal('provenance' in (await readEntry(mirror)), false);
  });
