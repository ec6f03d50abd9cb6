// Signatures and the keys of scopes move with a registry, are in its backups, and are verified there.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { expectProblem } from '@prime-registry/testkit';
import { createSshSigner, statementText } from '@prime-registry/testkit/ssh';
import {
  addSignature,
  addSigner,
  publishSigned,
  requireSignatures,
  signaturesOf,
  signerOf,
} from '../../signatures/signing.ts';
import { makeFolder, type RegistryHere, serveHere } from '../temporary-registry.ts';
import { contentsOf, must, run } from './on-data.ts';

const NAME = '@acme/web-style';
const DRAFT = { name: NAME, version: '1.0.0' };
const [ada, bob, eve] = [createSshSigner(), createSshSigner('ecdsa-sha2-nistp384'), createSshSigner()];

/** A registry whose scope has keys, with two signatures of a version, one of a key that was removed since. */
async function startSource(t: Parameters<typeof serveHere>[0]): Promise<RegistryHere> {
  const source = await serveHere(t);
  const { admin } = source;
  await addSigner(admin, '@acme', ada, 'ada@example.com');
  await addSigner(admin, '@acme', eve);
  assert.equal((await publishSigned(admin, DRAFT, [eve])).status, 201);
  assert.equal((await addSignature(admin, NAME, '1.0.0', ada.sign(statementText(DRAFT)))).status, 201);
  await admin.request(signerOf('@acme', eve), { method: 'DELETE' });
  assert.equal((await requireSignatures(admin, '@acme', true)).status, 200);
  return source;
}

const told = async ({ anonymous }: RegistryHere) => (await anonymous.get(signaturesOf(NAME, '1.0.0'))).json;

test('an export has them, and an import verifies them', async (t) => {
  const source = await startSource(t);
  const file = join(await makeFolder(t), 'primes.tar');
  await must(source.dataFolder, 'export', file);
  const target = await makeFolder(t);
  assert.equal(
    await must(target, 'import', file),
    'Imported 1 version, 0 there already; 2 keys and policies of scopes, 0 there already.\n',
  );
  const again = 'Imported 0 versions, 1 there already; 0 keys and policies of scopes, 2 there already.\n';
  assert.equal(await must(target, 'import', file), again);
  assert.deepEqual(await contentsOf(target), await contentsOf(source.dataFolder));
  assert.match(await must(target, 'verify'), /all is well/);

  const moved = await serveHere(t, { dataFolder: target });
  assert.deepEqual(await told(moved), await told(source));
  const { signed_by } = (await moved.anonymous.get(`/pack/${NAME}/1.0.0`)).json;
  assert.deepEqual(signed_by, [eve.fingerprint, ada.fingerprint]);
  const { require_signature, signers } = (await moved.anonymous.get('/-/scopes/@acme/signers')).json;
  assert.equal(require_signature, true);
  // What was removed is only in the log of the source.
  assert.deepEqual(
    signers.map((each: { fingerprint: string; principal: string }) => [each.fingerprint, each.principal]),
    [[ada.fingerprint, 'ada@example.com']],
  );
  const next = { ...DRAFT, version: '1.1.0' };
  expectProblem(await moved.admin.publish(next), 'signature_required');
  expectProblem(await publishSigned(moved.admin, next, [bob]), 'signer_not_allowed');
  assert.equal((await publishSigned(moved.admin, next, [ada])).status, 201);
});

test('a version of an export with a signature that is not good is refused', async (t) => {
  const source = await startSource(t);
  const file = join(await makeFolder(t), 'primes.tar');
  await must(source.dataFolder, 'export', file);
  const [kept] = (await told(source)).signatures;
  const text = (await readFile(file)).toString('latin1');
  const line = kept.signature.split('\n')[2];
  assert.ok(text.includes(line));
  await writeFile(file, Buffer.from(text.replace(line, `${'A'.repeat(10)}${line.slice(10)}`), 'latin1'));
  const { code, stdout, stderr } = await run(await makeFolder(t), ['import', file]);
  assert.equal(code, 2);
  assert.match(stderr, /refused: @acme\/web-style 1\.0\.0 is not imported: signatures\[0\]: /);
  assert.match(stdout, /^Imported 0 versions, .*1 refused/);
});

test('a key that was removed here does not come back with an import', async (t) => {
  const source = await startSource(t);
  const file = join(await makeFolder(t), 'primes.tar');
  await must(source.dataFolder, 'export', file);
  await source.admin.request(signerOf('@acme', ada), { method: 'DELETE' });
  await must(source.dataFolder, 'import', file);
  const { signers } = (await source.anonymous.get('/-/scopes/@acme/signers')).json;
  assert.ok(signers.every((each: { until_index?: number }) => each.until_index !== undefined));
});

test('a backup has them', async (t) => {
  const source = await startSource(t);
  const backup = join(await makeFolder(t), 'backup');
  await must(source.dataFolder, 'backup', backup);
  const target = join(await makeFolder(t), 'restored');
  await must(target, 'restore', backup);
  assert.deepEqual(await contentsOf(target), await contentsOf(source.dataFolder));
});

test('a removal leaves none', async (t) => {
  const { dataFolder } = await startSource(t);
  const count = (): unknown => {
    const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
    const row = database.prepare('select count(*) as count from version_signatures').get();
    database.close();
    return row?.count;
  };
  assert.equal(count(), 2);
  await must(dataFolder, 'remove', `${NAME}@1.0.0`, '--category', 'other');
  assert.equal(count(), 0);
});

test('verify finds signatures that are not those of their version or key', async (t) => {
  const { dataFolder } = await startSource(t);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  const set = database.prepare('update version_signatures set armored = ? where fingerprint = ?');
  set.run(ada.sign('another text'), ada.fingerprint);
  set.run(bob.sign(statementText(DRAFT)), eve.fingerprint);
  database.close();
  const { code, stdout } = await run(dataFolder, ['verify']);
  assert.equal(code, 2);
  assert.match(stdout, /database: a signature of @acme\/web-style 1\.0\.0 is not good: /);
  assert.ok(stdout.includes(`is of ${bob.fingerprint}, not of ${eve.fingerprint}`), stdout);
});

test('verify finds them also behind one whose version is gone', async (t) => {
  const { dataFolder } = await startSource(t);
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'), {
    enableForeignKeyConstraints: false,
  });
  const columns = database.prepare('select * from version_signatures').columns();
  const copy = (versionId: number, fingerprint: string, position: number): unknown => {
    const changed = { version_id: versionId, fingerprint, position };
    const values = columns.map(({ name }) => (Object.hasOwn(changed, name) ? `:${name}` : name));
    return database
      .prepare(`insert into version_signatures select ${values.join(', ')} from version_signatures limit 1`)
      .run(changed);
  };
  copy(0, 'of no version', 0);
  // More than are read at a time.
  for (let position = 2; position < 60; position += 1) copy(1, `key-${position}`, position);
  database.close();
  const { stdout } = await run(dataFolder, ['verify']);
  assert.ok(stdout.includes('not of key-59'), stdout);
});
