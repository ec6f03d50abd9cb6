// Provenance moves with an export, and a malformed one is refused.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { must, run } from '../process/data/on-data.ts';
import { makeFolder, serveHere } from '../process/temporary-registry.ts';
import { GITHUB, NAME } from './provenance.ts';

/** Publishes a version, and changes its provenance in the database. @returns the data folder */
async function publishWith(t: Parameters<typeof serveHere>[0], provenance: unknown): Promise<string> {
  const { admin, dataFolder } = await serveHere(t);
  await admin.mustPublish({ name: NAME, version: '1.0.0' });
  using database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.prepare('UPDATE versions SET provenance = ?').run(JSON.stringify(provenance));
  return dataFolder;
}

test('an import has what the export says, in the manifest and in the log', async (t) => {
  const dataFolder = await publishWith(t, GITHUB);
  const file = join(await makeFolder(t), 'primes.tar');
  await must(dataFolder, 'export', file);
  const target = await makeFolder(t);
  await must(target, 'import', file);
  assert.match(await must(target, 'verify'), /all is well/);
  const { anonymous } = await serveHere(t, { dataFolder: target });
  assert.deepEqual((await anonymous.get(`/pack/${NAME}/1.0.0`)).json.provenance, GITHUB);
  const { json } = await anonymous.get(`/-/primes/${NAME}/1.0.0/provenance`);
  assert.deepEqual([json.predicate.publisher, json.predicate.entry.type], [GITHUB, 'import']);
  const page = (await anonymous.get(`/-/prime/${NAME}/1.0.0`, { accept: 'text/html' })).text;
  assert.match(page, /As the import says that brought the version here, its registry verified/);
});

test('an import of malformed provenance says what is wrong', async (t) => {
  const dataFolder = await publishWith(t, { ...GITHUB, claims: { sub: 5 } });
  const file = join(await makeFolder(t), 'primes.tar');
  await must(dataFolder, 'export', file);
  const { code, stderr } = await run(await makeFolder(t), ['import', file]);
  assert.notEqual(code, 0);
  assert.match(stderr, /provenance.* the claim 'sub' of provenance is not a text/);
});
