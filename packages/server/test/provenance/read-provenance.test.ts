// Where the provenance of a version is seen: manifest, log, statement, page; and what a removal leaves of it.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { change } from '../lifecycle/changing.ts';
import { GITHUB, NAME, publishAs, readEntry } from './provenance.ts';

const registry = await startRegistry({ now: () => Date.UTC(2026, 10, 23, 18, 0, 0) });
after(() => registry.stop());
const { anonymous, author, admin } = registry;
const pageOf = async (version: string): Promise<string> =>
  (await anonymous.get(`/-/prime/${NAME}/${version}`, { accept: 'text/html' })).text;

await publishAs(registry, GITHUB);

test('the manifest and the log entry say the same', async () => {
  const { json } = await anonymous.get(`/pack/${NAME}/1.0.0`);
  assert.deepEqual(json.provenance, GITHUB);
  const entry = await readEntry(registry);
  assert.ok(entry.type === 'publish');
  assert.deepEqual(entry.provenance, GITHUB);
});

test('the statement is in the form of in-toto', async () => {
  const { status, json, headers } = await anonymous.get(`/-/primes/${NAME}/1.0.0/provenance`);
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^application\/json/);
  const { sha256 } = (await anonymous.get(`/pack/${NAME}/1.0.0`)).json;
  assert.deepEqual(json, {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `${NAME}@1.0.0`, digest: { sha256 } }],
    predicateType: 'urn:prime-registry:publish:v1',
    predicate: {
      publisher: GITHUB,
      publishedAt: '2026-11-23T18:00:00Z',
      entry: { type: 'publish', index: 1 },
    },
  });
});

test('the page says who published it, and what that does not prove', async () => {
  const page = await pageOf('1.0.0');
  assert.match(page, /acme\/web-style, release\.yml at 3f2c1e9 \(/);
  assert.match(page, /href="https:\/\/github\.com\/acme\/web-style\/actions\/runs\/77"/);
  assert.match(page, /The registry verified this identity .* does not prove what built it/s);
});

test('a version that a stored token published has none', async () => {
  await author.mustPublish({ name: NAME, version: '1.1.0' });
  assert.equal('provenance' in (await anonymous.get(`/pack/${NAME}/1.1.0`)).json, false);
  assert.equal('provenance' in (await readEntry(registry, '1.1.0')), false);
  assert.doesNotMatch(await pageOf('1.1.0'), /in-toto statement/);
  expectProblem(await anonymous.get(`/-/primes/${NAME}/1.1.0/provenance`), 'no_provenance');
  expectProblem(await anonymous.get(`/-/primes/${NAME}/9.0.0/provenance`), 'version_not_found');
  expectProblem(await anonymous.get('/-/primes/@acme/other/1.0.0/provenance'), 'prime_not_found');
});

describe('a claim', () => {
  test('is text on the page, whatever is in it', async () => {
    const repository = '<script>alert(1)</script>"\u202eacme';
    await publishAs(registry, { ...GITHUB, rule: '<b>', claims: { ...GITHUB.claims, repository } }, '2.0.0');
    const page = await pageOf('2.0.0');
    assert.doesNotMatch(page, /<script>alert|<b>|\u202e|github\.com\//);
    assert.match(page, /&#60;script&#62;alert\(1\)/);
  });

  test('leads nowhere for an issuer that nobody knows', async () => {
    await publishAs(registry, { ...GITHUB, issuer: 'https://ci.acme.example' }, '3.0.0');
    assert.doesNotMatch(await pageOf('3.0.0'), /github\.com/);
  });
});

test('a removal takes it away, except from the log', async () => {
  await publishAs(registry, GITHUB, '4.0.0');
  const removed = await change(admin, 'POST', '4.0.0/removal', { category: 'other' }, NAME);
  assert.equal(removed.status, 200);
  expectProblem(await anonymous.get(`/-/primes/${NAME}/4.0.0/provenance`), 'version_removed');
  const { edge } = await registry.store.readLogHead();
  const entries = (await registry.store.listLogEntries(0, edge.size)).map((bytes) =>
    Buffer.from(bytes).toString(),
  );
  assert.equal(entries.filter((text) => text.includes('"4.0.0"') && text.includes('"provenance"')).length, 1);
});
