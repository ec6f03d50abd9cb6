// A mirror hands the signatures of its upstream on, as far as they are good ones of the bytes that it has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, expectProblem, startRegistry } from '@prime-registry/testkit';
import { createSshSigner, statementText } from '@prime-registry/testkit/ssh';
import { addSignature, addSigner, publishSigned, signaturesOf } from '../../signatures/signing.ts';
import { MANIFEST, startChain, TARBALL, upstreamAt } from '../chain.ts';

const NAME = '@acme/web-style';
const DRAFT = { name: NAME, version: '1.0.0' };
const SIGNATURES = signaturesOf(NAME, '1.0.0');
const [ada, bob] = [createSshSigner(), createSshSigner('sk-ssh-ed25519@openssh.com')];

test('they come with the version, also through two mirrors, and stay when the upstream is away', async () => {
  await using chain = await startChain();
  const { origin, link, mirror } = chain;
  await addSigner(origin.admin, '@acme', ada, 'ada@example.com');
  assert.equal((await publishSigned(origin.author, DRAFT, [ada, bob])).status, 201);
  const last = await startRegistry({ upstreams: [upstreamAt(mirror.baseUrl)] });
  try {
    const keys = [ada.fingerprint, bob.fingerprint];
    for (const registry of [mirror, last]) {
      // Before anything is here, as the upstream says it.
      assert.deepEqual((await registry.anonymous.get(MANIFEST)).json.signed_by, keys);
      const before = (await registry.anonymous.get(SIGNATURES)).json.signatures;
      assert.deepEqual(
        before.map((each: { fingerprint: string }) => each.fingerprint),
        keys,
      );
    }
    assert.equal((await last.anonymous.get(TARBALL)).status, 200);
    for (const registry of [mirror, last])
      await eventually(async () => assert.equal((await registry.store.listWholeVersions(0, 1)).length, 1));
    link.fault = () => ({ kind: 'reset' });
    const told = (await origin.anonymous.get(SIGNATURES)).json.signatures;
    for (const registry of [mirror, last]) {
      const { signatures } = (await registry.anonymous.get(SIGNATURES)).json;
      // Whose keys they are says the scope of the first registry.
      assert.deepEqual(
        signatures,
        told.map(({ principal: _principal, ...each }: { principal?: string }) => each),
      );
      assert.deepEqual((await registry.anonymous.get(MANIFEST)).json.signed_by, keys);
      assert.deepEqual(await registry.store.findDefects(), []);
    }
  } finally {
    await last.stop();
  }
});

test('what is no signature is not told, even before the bytes are here', async () => {
  await using chain = await startChain();
  const { origin, link, mirror } = chain;
  await publishSigned(origin.author, DRAFT, [ada]);
  const { signatures } = (await origin.anonymous.get(SIGNATURES)).json;
  const manifest = (await origin.anonymous.get(MANIFEST)).json;
  const lies: Readonly<Record<string, unknown>> = {
    [MANIFEST]: { ...manifest, signed_by: ['\u202e', 'x', ada.fingerprint] },
    [SIGNATURES]: {
      signatures: [
        { ...signatures[0], signature: 'hello\u202e' },
        { ...signatures[0], fingerprint: 'me' },
      ],
    },
  };
  link.fault = ({ path }) => {
    const lie = lies[path];
    const headers = { 'content-type': 'application/json' };
    return lie === undefined
      ? undefined
      : { kind: 'answer', status: 200, headers, body: JSON.stringify(lie) };
  };
  assert.deepEqual((await mirror.anonymous.get(MANIFEST)).json.signed_by, [ada.fingerprint]);
  const told = (await mirror.anonymous.get(SIGNATURES)).json.signatures;
  assert.deepEqual(told, signatures);
});

test('bad ones are not kept, and the version is', async () => {
  await using chain = await startChain();
  const { origin, link, mirror } = chain;
  await publishSigned(origin.author, DRAFT, [ada, bob]);
  const { signatures } = (await origin.anonymous.get(SIGNATURES)).json;
  const lie = { ...signatures[0], signature: ada.sign('another text') };
  const body = JSON.stringify({ signatures: [lie, { ...signatures[1], signed_at: 'never' }] });
  link.fault = ({ path }) =>
    path === SIGNATURES
      ? { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body }
      : undefined;
  assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
  await eventually(async () => assert.equal((await mirror.store.listWholeVersions(0, 1)).length, 1));
  assert.deepEqual((await mirror.anonymous.get(MANIFEST)).json.signed_by, [bob.fingerprint]);
});

test('a version is not kept without its signatures if the upstream does not answer', async () => {
  await using chain = await startChain();
  const { origin, link, mirror } = chain;
  await publishSigned(origin.author, DRAFT, [ada]);
  let refusals = 0;
  link.fault = ({ path }) => {
    if (path !== SIGNATURES || refusals > 0) return undefined;
    refusals += 1;
    return { kind: 'reset' };
  };
  await mirror.anonymous.get(TARBALL).catch(() => undefined);
  await eventually(async () => {
    assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
    assert.equal((await mirror.store.listWholeVersions(0, 1)).length, 1);
  });
  assert.equal(refusals, 1);
  assert.deepEqual((await mirror.anonymous.get(MANIFEST)).json.signed_by, [ada.fingerprint]);
});

test('nothing is asked for if the manifest names no key, and nothing is added here', async () => {
  await using chain = await startChain();
  const { origin, link, mirror } = chain;
  await publishSigned(origin.author, DRAFT, []);
  const asked: string[] = [];
  link.fault = ({ path }) => {
    asked.push(path);
    return undefined;
  };
  assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
  assert.deepEqual((await mirror.anonymous.get(SIGNATURES)).json, { signatures: [] });
  assert.ok(!asked.includes(SIGNATURES), asked.join(' '));
  await eventually(async () => assert.equal((await mirror.store.listWholeVersions(0, 1)).length, 1));
  expectProblem(
    await addSignature(mirror.author, NAME, '1.0.0', ada.sign(statementText(DRAFT))),
    'name_of_another_registry',
  );
  expectProblem(await mirror.anonymous.get(signaturesOf(NAME, '2.0.0')), 'version_not_found');
});
