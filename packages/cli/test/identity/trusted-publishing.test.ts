// Trusted publishing from the job to the reader: a runner, prime, and a registry with a rule.
import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import { createPrimeUser, manifestText, type PrimeUser } from '@prime-registry/testkit';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';
import { type FakeRunner, startFakeRunner } from './fake-exchange.ts';
import { startTrustingRegistry, type TrustingRegistry } from './trusting-registry.ts';

let trusting: TrustingRegistry;
let runner: FakeRunner;
let user: PrimeUser;
before(async () => {
  [trusting, runner] = [await startTrustingRegistry(), await startFakeRunner()];
  user = await createPrimeUser({ PRIME_REGISTRY: trusting.baseUrl, ...runner.environment });
});
after(async () => {
  await user.remove();
  await runner[Symbol.asyncDispose]();
  await trusting[Symbol.asyncDispose]();
});
beforeEach(async () => {
  runner.issue = (audience) => trusting.issue(audience);
  await rm(user.project, { recursive: true, force: true });
  await mkdir(user.project);
});

async function writePrime(name: string, version = '1.0.0'): Promise<void> {
  await writeFiles(user.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name, version }) });
}

const NAME = '@acme/web-style';

test('a job publishes, and everybody sees which one it was', async () => {
  await writePrime(NAME);
  const { code, stderr } = await user.prime(['publish', '--yes']);
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /^Acting as acme\/web-style.* \(GitHub Actions\), allowed by the rule 'web-style releases'/m,
  );
  const { anonymous } = trusting.registry;
  const { json: manifest } = await anonymous.get(`/pack/${NAME}/1.0.0`);
  const { issuer, rule, claims } = manifest.provenance;
  assert.deepEqual(
    [issuer, rule, claims.repository, claims.repository_id],
    ['https://token.actions.githubusercontent.com', 'web-style releases', 'acme/web-style', '456789'],
  );
  const info = await user.prime(['info', NAME]);
  assert.match(info.stdout, /published by +acme\/web-style, release\.yml/);
  const page = await anonymous.get(`/-/prime/${NAME}/1.0.0`, { accept: 'text/html' });
  assert.match(page.text, /acme\/web-style, release\.yml.*href="https:\/\/github\.com\/acme\/web-style"/);
  const { json: statement } = await anonymous.get(`/-/primes/${NAME}/1.0.0/provenance`);
  assert.equal(statement._type, 'https://in-toto.io/Statement/v1');
  assert.equal(statement.subject[0].digest.sha256, manifest.sha256);
  assert.deepEqual(statement.predicate.publisher, manifest.provenance);
  const proof = await anonymous.get(`/-/primes/${NAME}/1.0.0/proof`);
  const [, extra = ''] = /^extra (.*)$/m.exec(proof.text) ?? [];
  const entry = JSON.parse(Buffer.from(extra, 'base64').toString());
  assert.deepEqual([entry.type, entry.provenance], ['publish', manifest.provenance]);
  assert.equal(entry.provenance.claims.sub, undefined, 'only what the registry chose to show');
});

test('its token is gone at the end', async () => {
  const tokens = await trusting.registry.store.listTokens();
  const exchanged = tokens.filter(({ name }) => name.includes('acme/web-style'));
  for (const { revokedAtMs } of exchanged) assert.notEqual(revokedAtMs, undefined);
});

test('another workflow is refused, with what differs', async () => {
  await writePrime(NAME, '2.0.0');
  const workflow_ref = 'acme/web-style/.github/workflows/nightly.yml@refs/heads/main';
  runner.issue = (audience) => trusting.issue(audience, { workflow_ref, job_workflow_ref: workflow_ref });
  const { code, stderr } = await user.prime(['publish', '--yes']);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /rule 'web-style releases' +workflow_ref wants .*release\.yml@.*, has .*nightly\.yml@refs\/heads\/main/,
  );
  assert.equal((await trusting.registry.anonymous.get(`/pack/${NAME}/2.0.0`)).status, 404);
});

test('a token of before is refused, and one for several commands of a job is not', async () => {
  await writePrime(NAME, '3.0.0');
  const environment = { PRIME_ID_TOKEN: trusting.issue(trusting.baseUrl) };
  const published = await user.prime(['publish', '--yes'], { environment });
  assert.equal(published.code, 0, published.stderr);
  const channel = await user.prime(['channel', 'set', `${NAME}@3.0.0`, 'beta'], { environment });
  assert.equal(channel.code, 0, channel.stderr);
  await using thief = await createPrimeUser({ PRIME_REGISTRY: trusting.baseUrl, ...environment });
  const stolen = await thief.prime(['channel', 'rm', NAME, 'beta']);
  assert.equal(stolen.code, 1);
  assert.match(stolen.stderr, /exchanged before/);
});

test('a narrower token may do what it was made for, and ends with the one that it comes from', async () => {
  const { registry, baseUrl } = trusting;
  const token = registry.author.token ?? '';
  const args = ['token', 'attenuate', '--prime', '@acme/narrow@^1.2', '--may', 'publish', '--expires', '1h'];
  const { code, stdout, stderr } = await user.prime(args, { environment: { PRIME_REGISTRY_TOKEN: token } });
  assert.equal(code, 0, stderr);
  const narrow = { environment: { PRIME_REGISTRY_TOKEN: stdout.trim() } };
  assert.match(stdout, /^pri_\w+\n$/);
  await writePrime('@acme/narrow', '1.2.5');
  const allowed = await user.prime(['publish', '--yes'], narrow);
  assert.equal(allowed.code, 0, allowed.stderr);
  await writePrime('@acme/narrow', '2.0.0');
  assert.notEqual((await user.prime(['publish', '--yes', '--allow-small-step'], narrow)).code, 0);
  await writePrime('@acme/other', '1.2.5');
  assert.notEqual((await user.prime(['publish', '--yes'], narrow)).code, 0);
  const wider = await user.prime(['token', 'attenuate', '--may', 'yank'], narrow);
  assert.equal(wider.code, 2, 'a token cannot make one that may do more');
  const revoked = await user.prime(['token', 'revoke', '--token-stdin'], { input: stdout });
  assert.equal(revoked.stdout, `The token for ${baseUrl} is revoked.\n`);
  const late = await user.prime(['whoami'], narrow);
  assert.equal(late.code, 1);
});

test('a rule that shows ids keeps names out of everything that others can read', async () => {
  await using hidden = await startTrustingRegistry({ name: 'internal', show: 'ids' });
  runner.issue = (audience) => hidden.issue(audience);
  await writePrime('@acme/internal');
  const environment = { PRIME_REGISTRY: hidden.baseUrl };
  assert.equal((await user.prime(['publish', '--yes'], { environment })).code, 0);
  const { anonymous, store } = hidden.registry;
  const page = await anonymous.get('/-/prime/@acme/internal/1.0.0', { accept: 'text/html' });
  assert.match(page.text, /repository 456789 at 3f2c1e9/);
  const { edge } = await store.readLogHead();
  const entries = await store.listLogEntries(0, edge.size);
  const published = entries
    .map((bytes) => Buffer.from(bytes).toString())
    .filter((text) => text.includes('"publish"'));
  const texts = [page.text, ...published];
  for (const path of [
    '/pack/@acme/internal/1.0.0',
    '/-/primes/@acme/internal/1.0.0/provenance',
    '/-/changes',
  ])
    texts.push((await anonymous.get(path)).text);
  assert.ok(published.some((text) => text.includes('456789')));
  for (const text of texts) assert.doesNotMatch(text, /acme\/web-style|release\.yml/);
});
