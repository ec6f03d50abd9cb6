// Signatures over HTTP, on any database.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectProblem, type TestRegistry } from '@prime-registry/testkit';
import {
  armorSsh,
  createSshSigner,
  SSH_KEY_TYPES,
  type SshSigner,
  statementText,
} from '@prime-registry/testkit/ssh';
import { addSignature, publishSigned, readEntries, send, sendSignatures, signaturesOf } from './signing.ts';

/** Declares the tests. The registry must be new, and no other test may use it. */
export function testSignatures(registry: TestRegistry): void {
  const { author, stranger, admin, anonymous } = registry;
  const [ada, bob] = [createSshSigner(), createSshSigner('ecdsa-sha2-nistp256')];
  let serial = 0;
  /** A Prime of a test. */
  const fresh = () => {
    serial += 1;
    return { name: `@acme/p${serial}`, version: '1.0.0' };
  };
  const isPublished = async ({ name }: { name: string }): Promise<boolean> =>
    (await anonymous.get(`/pack/${name}/1.0.0`)).status === 200;

  describe('a publish with signatures', () => {
    for (const type of SSH_KEY_TYPES)
      test(type, async () => {
        const draft = fresh();
        const signer = createSshSigner(type);
        const signature = signer.sign(statementText(draft));
        assert.equal((await sendSignatures(author, draft, [signature])).status, 201);
        const { json } = await anonymous.get(signaturesOf(draft.name, '1.0.0'));
        assert.deepEqual(Object.keys(json), ['signatures']);
        const [{ signed_at, ...told }, ...others] = json.signatures;
        assert.match(signed_at, /^\d{4}-\d\d-\d\dT[\d:]+Z$/);
        // Forms turn line feeds into CRLF: what is told is what ssh-keygen writes.
        assert.deepEqual(told, { fingerprint: signer.fingerprint, signature });
        assert.deepEqual(others, []);
      });

    test('is told in the manifest, in the batch, in the log and on the page', async () => {
      const draft = fresh();
      const { name } = draft;
      assert.equal((await publishSigned(author, draft, [bob, ada])).status, 201);
      const keys = [bob.fingerprint, ada.fingerprint];
      assert.deepEqual((await anonymous.get(`/pack/${name}/1.0.0`)).json.signed_by, keys);
      const batch = (await anonymous.get(`/-/resolve?primes=${name}@1.0.0`)).json;
      assert.deepEqual(batch.primes[0].manifest.signed_by, keys);
      const entry = (await readEntries(registry)).at(-1);
      assert.deepEqual(entry?.type === 'publish' && entry.signed_by, keys);
      const page = (await anonymous.get(`/-/prime/${name}`)).text;
      for (const key of keys) assert.ok(page.includes(key), page);
      assert.match(page, /Signed by.*not a key of the scope/s);
    });

    test('and none is a publish as before', async () => {
      const draft = fresh();
      assert.equal((await author.publish(draft)).status, 201);
      const manifest = (await anonymous.get(`/pack/${draft.name}/1.0.0`)).json;
      assert.equal('signed_by' in manifest, false);
      assert.deepEqual((await anonymous.get(signaturesOf(draft.name, '1.0.0'))).json, { signatures: [] });
      const entry = (await readEntries(registry)).at(-1);
      assert.equal(entry !== undefined && 'signed_by' in entry, false);
      assert.doesNotMatch((await anonymous.get(`/-/prime/${draft.name}`)).text, /Signed by/);
    });

    test('with a check keeps nothing', async () => {
      const draft = fresh();
      assert.equal((await publishSigned(author, draft, [ada], '/-/publish/check')).status, 200);
      assert.equal(await isPublished(draft), false);
      assert.equal((await publishSigned(author, draft, [ada])).status, 201);
    });
  });

  describe('a signature that is none of this version is a 400, and nothing is published', () => {
    const good = (draft: { name: string; version: string }, signer: SshSigner = ada): string =>
      signer.sign(statementText(draft));
    const cases: Readonly<Record<string, (draft: { name: string; version: string }) => readonly string[]>> = {
      'of another version': (draft) => [good({ ...draft, version: '1.0.1' })],
      'of another Prime': (draft) => [good({ ...draft, name: '@acme/other' })],
      'of other bytes': (draft) => [ada.sign(statementText({ ...draft, tarball: Buffer.from('x') }))],
      'of another manifest': (draft) => [ada.sign(statementText({ ...draft, description: 'Another' }))],
      'for git': (draft) => [ada.sign(statementText(draft), { namespace: 'git' })],
      'without the last line feed': (draft) => [ada.sign(statementText(draft).trimEnd())],
      'with CRLF in what was signed': (draft) => [ada.sign(statementText(draft).replaceAll('\n', '\r\n'))],
      'with SHA-1': (draft) => [
        createSshSigner('ssh-rsa').sign(statementText(draft), { algorithm: 'ssh-rsa' }),
      ],
      'of a token that nobody touched': (draft) => [
        createSshSigner('sk-ssh-ed25519@openssh.com').sign(statementText(draft), { flags: 0 }),
      ],
      'that is empty': () => [''],
      'that is no signature': () => ['hello'],
      'of a mebibyte': () => ['A'.repeat(2 ** 20)],
      'in one part with another': (draft) => [good(draft) + good(draft, bob)],
      'that is damaged': (draft) => [armorSsh(ada.signBytes(statementText(draft)).subarray(0, -1))],
      'next to a good one': (draft) => [good(draft), 'hello'],
      'of the same key twice': (draft) => [good(draft), ada.sign(statementText(draft), { hash: 'sha256' })],
    };
    for (const [what, make] of Object.entries(cases))
      test(what, async () => {
        const draft = fresh();
        for (const path of ['/-/publish/check', '/publish']) {
          const { detail, errors } = expectProblem(
            await sendSignatures(author, draft, make(draft), path),
            'invalid_signature',
          );
          assert.match(errors?.[0]?.field ?? '', /^signature\[[01]\]$/);
          assert.match(detail, /manifest-sha256 [0-9a-f]{64}/);
        }
        assert.equal(await isPublished(draft), false);
        assert.equal((await anonymous.get(signaturesOf(draft.name, '1.0.0'))).status, 404);
      });

    test('more than four', async () => {
      const draft = fresh();
      const signers = [ada, bob, createSshSigner(), createSshSigner(), createSshSigner()];
      const { errors } = expectProblem(await publishSigned(author, draft, signers), 'invalid_form');
      assert.equal(errors?.[0]?.field, 'signature');
      assert.equal((await publishSigned(author, draft, signers.slice(1))).status, 201);
    });

    test('after what is wrong with the manifest, before the scope', async () => {
      const broken = { ...fresh(), manifest: 'name: [' };
      expectProblem(await sendSignatures(author, broken, ['x']), 'invalid_manifest');
      expectProblem(await sendSignatures(stranger, fresh(), ['x']), 'invalid_signature');
    });
  });

  describe('a signature that comes later', () => {
    test('is added once, and told in the log', async () => {
      const draft = fresh();
      await publishSigned(author, draft, [ada]);
      const signature = bob.sign(statementText(draft));
      const added = await addSignature(author, draft.name, '1.0.0', signature);
      assert.equal(added.status, 201, added.text);
      assert.deepEqual(
        added.json.signatures.map((each: { fingerprint: string }) => each.fingerprint),
        [ada.fingerprint, bob.fingerprint],
      );
      const { sha256, signed_by } = (await anonymous.get(`/pack/${draft.name}/1.0.0`)).json;
      assert.deepEqual(signed_by, [ada.fingerprint, bob.fingerprint]);
      const entries = await readEntries(registry);
      const { v: _v, at: _at, by: _by, ...entry } = entries.at(-1) ?? { v: 1, at: '', by: '' };
      const { fingerprint } = bob;
      assert.deepEqual(entry, { type: 'sign', name: draft.name, version: '1.0.0', sha256, fingerprint });
      // Another signature of the same key changes nothing.
      const again = await addSignature(author, draft.name, '1.0.0', bob.sign(statementText(draft)));
      assert.equal(again.status, 200);
      assert.deepEqual(again.json, added.json);
      assert.equal((await readEntries(registry)).length, entries.length);
    });

    test('by several at once: each is there once', async () => {
      const draft = fresh();
      await publishSigned(author, draft, []);
      const signers = [ada, bob, createSshSigner(), ada, bob, createSshSigner()];
      const answers = await Promise.all(
        signers.map((signer) => addSignature(author, draft.name, '1.0.0', signer.sign(statementText(draft)))),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201, 201, 201, 201]);
      const { signed_by } = (await anonymous.get(`/pack/${draft.name}/1.0.0`)).json;
      assert.deepEqual(
        signed_by.toSorted(),
        [...new Set(signers.map(({ fingerprint }) => fingerprint))].sort(),
      );
    });

    test('is refused like one of a publish', async () => {
      const draft = fresh();
      await publishSigned(author, draft, []);
      const good = ada.sign(statementText(draft));
      const { name } = draft;
      expectProblem(await addSignature(author, name, '1.0.0', ada.sign('x')), 'invalid_signature');
      for (const wrong of [undefined, null, 7, '', [], 'x'.repeat(16_500)])
        assert.equal((await addSignature(author, name, '1.0.0', wrong)).status >= 400, true);
      expectProblem(await addSignature(author, name, '1.0.0', undefined), 'invalid_request');
      expectProblem(await addSignature(anonymous, name, '1.0.0', good), 'unauthenticated');
      expectProblem(await addSignature(stranger, name, '1.0.0', good), 'scope_not_allowed');
      expectProblem(await addSignature(author, name, '2.0.0', good), 'version_not_found');
      expectProblem(await addSignature(author, '@acme/nothing', '1.0.0', good), 'prime_not_found');
      expectProblem(await anonymous.get(signaturesOf(name, '2.0.0')), 'version_not_found');
      expectProblem(await anonymous.get(signaturesOf('@acme/nothing', '1.0.0')), 'prime_not_found');
    });

    test('up to sixteen', async () => {
      const draft = fresh();
      await publishSigned(author, draft, []);
      for (let count = 1; count <= 17; count += 1) {
        const signature = createSshSigner().sign(statementText(draft));
        const { status } = await addSignature(author, draft.name, '1.0.0', signature);
        assert.equal(status, count <= 16 ? 201 : 400);
      }
    });

    test('goes with its version', async () => {
      const draft = fresh();
      await publishSigned(author, draft, [ada]);
      const { name } = draft;
      const removed = await send(admin, 'POST', `/-/primes/${name}/1.0.0/removal`, { category: 'other' });
      assert.equal(removed.status, 200);
      expectProblem(await anonymous.get(signaturesOf(name, '1.0.0')), 'version_removed');
      expectProblem(
        await addSignature(author, name, '1.0.0', bob.sign(statementText(draft))),
        'version_removed',
      );
    });
  });

  test('the store has no defects after all of this', async () => {
    assert.deepEqual(await registry.store.findDefects(), []);
  });
}
