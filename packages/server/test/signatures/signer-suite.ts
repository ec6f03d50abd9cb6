// The keys of scopes and their policies over HTTP, on any database.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, expectProblem, type TestRegistry } from '@prime-registry/testkit';
import { createSshSigner, statementText } from '@prime-registry/testkit/ssh';
import {
  addSignature,
  addSigner,
  publishSigned,
  readEntries,
  requireSignatures,
  send,
  signaturesOf,
  signerOf,
} from './signing.ts';

/** Declares the tests. The registry must be new, and only the tests of signatures may use it. */
export function testSigners(registry: TestRegistry): void {
  const { author, admin, anonymous } = registry;
  const [ada, bob] = [createSshSigner(), createSshSigner('ecdsa-sha2-nistp256')];
  let serial = 0;
  /** A Prime of a test, in a scope of its own. */
  const fresh = (scope = '@acme') => {
    serial += 1;
    return { name: `${scope}/s${serial}`, version: '1.0.0' };
  };
  const owner = (scope: string) =>
    registry.actorWith({ permissions: ['publish', 'yank', 'admin'], scopes: [scope] });
  const isPublished = async ({ name }: { name: string }): Promise<boolean> =>
    (await anonymous.get(`/pack/${name}/1.0.0`)).status === 200;

  describe('the keys of a scope', () => {
    test('are told with the entries of the log that added and removed them', async () => {
      const scope = '@keys';
      const keeper = await owner(scope);
      const path = `/-/scopes/${scope}/signers`;
      const nothing = { scope, require_signature: false, signers: [] };
      assert.deepEqual((await anonymous.get(path)).json, nothing);
      await addSigner(keeper, scope, ada, 'ada@example.com');
      const since = (await readEntries(registry)).length - 1;
      const key = { fingerprint: ada.fingerprint, key: ada.publicKey, principal: 'ada@example.com' };
      assert.deepEqual((await anonymous.get(path)).json.signers, [{ ...key, since_index: since }]);
      const entry = (await readEntries(registry)).at(-1);
      assert.deepEqual(entry, { ...entry, type: 'signer', change: 'add', scope, ...key });

      // Who repeats it makes the log no longer.
      const again = await addSigner(keeper, scope, ada, 'ada@example.com');
      assert.equal(again.status, 200);
      assert.equal((await readEntries(registry)).length, since + 1);

      const removed = await keeper.request(signerOf(scope, ada), { method: 'DELETE' });
      assert.deepEqual(removed.json.signers, [{ ...key, since_index: since, until_index: since + 1 }]);
      const end = (await readEntries(registry)).at(-1);
      assert.deepEqual(end, { ...end, type: 'signer', change: 'remove', scope, ...key });
      expectProblem(await keeper.request(signerOf(scope, ada), { method: 'DELETE' }), 'signer_not_found');

      const back = await addSigner(keeper, scope, ada, 'ada@home.example');
      assert.deepEqual(back.json.signers.slice(1), [
        { ...key, principal: 'ada@home.example', since_index: since + 2 },
      ]);
      const renamed = await addSigner(keeper, scope, ada);
      assert.deepEqual(
        renamed.json.signers.map((each: { since_index: number; until_index?: number }) => [
          each.since_index,
          each.until_index,
        ]),
        [
          [since, since + 1],
          [since + 2, since + 3],
          [since + 3, undefined],
        ],
      );
      assert.deepEqual((await anonymous.get(path.replace('@', '%40'))).json, renamed.json);
    });

    test('are named on the page and with the signature, as they were when it came', async () => {
      const scope = '@shown';
      const keeper = await owner(scope);
      const draft = fresh(scope);
      await addSigner(keeper, scope, ada, 'ada@example.com');
      const since = (await readEntries(registry)).length - 1;
      await publishSigned(keeper, draft, [ada]);
      await keeper.request(signerOf(scope, ada), { method: 'DELETE' });
      const [signature] = (await anonymous.get(signaturesOf(draft.name, '1.0.0'))).json.signatures;
      assert.equal(signature.principal, 'ada@example.com');
      const page = (await anonymous.get(`/-/prime/${draft.name}`)).text;
      assert.ok(
        page.includes(
          `ada@example.com, <span class="digest">${ada.fingerprint}</span>, a key of ${scope} since entry #${since}`,
        ),
        page,
      );
    });

    test('belong to their scope, and to admins', async () => {
      for (const actor of [author, await registry.actorWith({ permissions: ['publish'], scopes: ['*'] })]) {
        expectProblem(await addSigner(actor, '@acme', ada), 'permission_missing');
        expectProblem(
          await actor.request(signerOf('@acme', ada), { method: 'DELETE' }),
          'permission_missing',
        );
        expectProblem(await requireSignatures(actor, '@acme', true), 'permission_missing');
      }
      const other = await owner('@elsewhere');
      expectProblem(await addSigner(other, '@acme', ada), 'scope_not_allowed');
      expectProblem(await other.request(signerOf('@acme', ada), { method: 'DELETE' }), 'scope_not_allowed');
      expectProblem(await requireSignatures(other, '@acme', true), 'scope_not_allowed');
      expectProblem(await addSigner(anonymous, '@acme', ada), 'unauthenticated');
    });

    test('are refused if they are none', async () => {
      const put = (path: string, body: unknown): Promise<Answer> => send(admin, 'PUT', path, body);
      const path = signerOf('@acme', ada);
      const wrong: readonly unknown[] = [
        ...[{}, { key: 7 }, { key: '' }, { key: 'hello' }, { key: bob.publicKey }, [], 'x'],
        { key: createSshSigner('ssh-rsa', 2048).publicKey },
        ...[
          'two words',
          'a,b',
          '*',
          '!a',
          '#a',
          'a"b',
          'x'.repeat(201),
          7,
          'a\u202eb',
          String(admin.token),
        ].map((principal) => ({
          ...{ key: ada.publicKey, principal },
        })),
      ];
      for (const body of wrong) expectProblem(await put(path, body), 'invalid_request');
      const key = { key: ada.publicKey };
      for (const fingerprint of ['x', 'SHA256:x', 'A'.repeat(42), `${'A'.repeat(42)}*`, 'SHA256%3A'])
        expectProblem(await put(`/-/scopes/@acme/signers/${fingerprint}`, key), 'invalid_request');
      expectProblem(await put('/-/scopes/acme/signers/x', key), 'not_found');
      for (const value of [undefined, 'yes', 1, null])
        expectProblem(await requireSignatures(admin, '@acme', value), 'invalid_request');
      assert.deepEqual((await anonymous.get('/-/scopes/@acme/signers')).json.signers, []);
    });

    test('are found by a fingerprint in each spelling', async () => {
      const keeper = await owner('@spelt');
      const digest = ada.fingerprint.slice('SHA256:'.length);
      const inUrl = digest.replaceAll('+', '-').replaceAll('/', '_');
      for (const spelling of [inUrl, encodeURIComponent(digest), encodeURIComponent(`SHA256:${digest}`)]) {
        const answer = await send(keeper, 'PUT', `/-/scopes/%40spelt/signers/${spelling}`, {
          key: `${ada.publicKey} x y`,
        });
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.json.signers.length, 1);
        assert.equal(answer.json.signers[0].key, ada.publicKey);
      }
    });
  });

  describe('a scope that requires signatures', () => {
    test('takes nothing without one of its keys', async () => {
      const scope = '@strict';
      const keeper = await owner(scope);
      const before = fresh(scope);
      await publishSigned(keeper, before, []);
      await addSigner(keeper, scope, ada);
      const policy = await requireSignatures(keeper, scope, true);
      assert.equal(policy.json.require_signature, true);
      const entries = await readEntries(registry);
      const told = entries.at(-1);
      assert.deepEqual(told, { ...told, type: 'signing-policy', scope, require_signature: true });
      await requireSignatures(keeper, scope, true);
      assert.equal((await readEntries(registry)).length, entries.length);

      const draft = fresh(scope);
      for (const path of ['/-/publish/check', '/publish']) {
        expectProblem(await publishSigned(keeper, draft, [], path), 'signature_required');
        expectProblem(await publishSigned(keeper, draft, [bob], path), 'signer_not_allowed');
        expectProblem(await publishSigned(keeper, draft, [ada, bob], path), 'signer_not_allowed');
      }
      assert.equal(await isPublished(draft), false);
      assert.equal((await readEntries(registry)).length, entries.length);
      assert.equal((await publishSigned(keeper, draft, [ada])).status, 201);
      expectProblem(
        await addSignature(keeper, draft.name, '1.0.0', bob.sign(statementText(draft))),
        'signer_not_allowed',
      );
      // What was published before stays, and an older version can be signed.
      assert.equal(await isPublished(before), true);
      assert.equal(
        (await addSignature(keeper, before.name, '1.0.0', ada.sign(statementText(before)))).status,
        201,
      );

      await keeper.request(signerOf(scope, ada), { method: 'DELETE' });
      const next = { ...draft, version: '1.1.0' };
      expectProblem(await publishSigned(keeper, next, [ada]), 'signer_not_allowed');
      assert.equal((await requireSignatures(keeper, scope, false)).json.require_signature, false);
      assert.equal((await keeper.publish(next)).status, 201);
    });

    test('leaves no tarball of what it refuses', async () => {
      const scope = '@clean';
      const keeper = await owner(scope);
      await requireSignatures(keeper, scope, true);
      const files = await registry.listFiles();
      expectProblem(await keeper.publish(fresh(scope)), 'signature_required');
      assert.deepEqual(await registry.listFiles(), files);
    });

    test('refuses one of several publishes at once, and no other', async () => {
      const scope = '@mixed';
      const keeper = await owner(scope);
      await addSigner(keeper, scope, ada);
      await requireSignatures(keeper, scope, true);
      const drafts = Array.from({ length: 8 }, () => fresh(scope));
      const answers = await Promise.all(
        drafts.map((draft, index) => publishSigned(keeper, draft, [[ada], [], [bob]][index % 3] ?? [])),
      );
      assert.deepEqual(
        answers.map(({ status, json }) => json.code ?? status),
        drafts.map((_draft, index) => [201, 'signature_required', 'signer_not_allowed'][index % 3]),
      );
      assert.deepEqual(
        await Promise.all(drafts.map(isPublished)),
        drafts.map((_draft, index) => index % 3 === 0),
      );
    });

    test('judges a key by the order of the log: before its removal it may sign, after it not', async () => {
      const scope = '@raced';
      const keeper = await owner(scope);
      await addSigner(keeper, scope, ada);
      await requireSignatures(keeper, scope, true);
      const drafts = Array.from({ length: 12 }, () => fresh(scope));
      const [removed, ...answers] = await Promise.all([
        keeper.request(signerOf(scope, ada), { method: 'DELETE' }),
        ...drafts.map((draft) => publishSigned(keeper, draft, [ada])),
      ]);
      const [{ since_index: since, until_index: until }] = removed?.json.signers ?? [];
      const entries = await readEntries(registry);
      for (const [index, { status, json }] of answers.entries()) {
        const at = entries.findIndex(
          (entry) => entry.type === 'publish' && entry.name === drafts[index]?.name,
        );
        if (status === 201) assert.ok(at > since && at < until, `entry ${at}, key until ${until}`);
        else assert.deepEqual([json.code, at], ['signer_not_allowed', -1]);
      }
    });

    test('the same version twice at once: one wins, with its own signature', async () => {
      const draft = fresh();
      const answers = await Promise.all([ada, bob].map((signer) => publishSigned(author, draft, [signer])));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
      const winner = answers[0]?.status === 201 ? ada : bob;
      const { signatures } = (await anonymous.get(signaturesOf(draft.name, '1.0.0'))).json;
      assert.deepEqual(
        signatures.map((each: { fingerprint: string }) => each.fingerprint),
        [winner.fingerprint],
      );
    });
  });
}
