// The words of a removed version: no file of the data folder has them.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { atomFiles, buildTarball, eventually } from '@prime-registry/testkit';
import { makeFolder, type RegistryHere, serveHere } from '../temporary-registry.ts';
import { must } from './on-data.ts';

const SECRETS = ['quinquereme', 'zygodactyl', 'umbrageously'];
const HARMLESS = ['flowers', 'lilies', 'garden'];

/** A version with these words in its README, an atom and its description. */
function draftOf(version: string, [readme, atom, description]: readonly string[], name = '@acme/web-style') {
  const tarball = buildTarball({
    'README.md': `# About ${readme}\n\nIt has ${version} of ${readme}.`,
    ...atomFiles({ id: `@acme/of-${atom}`, description: `An atom about ${atom}` }),
  });
  return { name, version, description: `All about ${description}`, tarball };
}

const remove = ({ admin }: RegistryHere, version: string) =>
  admin.request(`/-/primes/@acme/web-style/${version}/removal`, {
    method: 'POST',
    body: '{"category":"secret"}',
  });

/** The files of a folder that have one of the words, in any case. */
async function findIn(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((file) => file.isFile())) {
    const text = (await readFile(join(entry.parentPath, entry.name))).toString('latin1').toLowerCase();
    // The index has beginnings of words, too; those of eight characters are as good as the word.
    for (const word of words) if (text.includes(word.slice(0, 8))) found.push(`${entry.name}: ${word}`);
  }
  return found;
}

test('after the removal of the latest version', async (t) => {
  const registry = await serveHere(t);
  const { admin, dataFolder } = registry;
  await admin.mustPublish(draftOf('1.0.0', HARMLESS));
  await admin.mustPublish(draftOf('1.1.0', SECRETS));
  for (const word of SECRETS) assert.equal((await admin.get(`/-/search?q=${word}`)).json.total, 1, word);
  assert.notDeepEqual(await findIn(dataFolder, SECRETS), []);
  assert.equal((await remove(registry, '1.1.0')).status, 200);
  await eventually(async () => assert.deepEqual(await findIn(dataFolder, SECRETS), []));
  assert.equal((await admin.get('/-/search?q=flowers')).json.total, 1);
  // Other words are still corrected.
  assert.equal((await admin.get('/-/search?q=flowerz')).json.total, 1);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});

test('after the removal of a version that others have replaced, among many Primes', async (t) => {
  const registry = await serveHere(t);
  const { admin, dataFolder } = registry;
  const publishOthers = async (from: string) => {
    for (let number = 0; number < 30; number += 1) {
      const words = ['roses', 'tulips', 'meadow'].map((word) => `${word}${from}${number}`);
      await admin.mustPublish(draftOf('1.0.0', words, `@acme/${from}-${number}`));
    }
  };
  await publishOthers('a');
  await admin.mustPublish(draftOf('1.0.0', SECRETS));
  await publishOthers('b');
  await admin.mustPublish(draftOf('1.1.0', HARMLESS));
  await publishOthers('c');
  assert.equal((await remove(registry, '1.0.0')).status, 200);
  await eventually(async () => assert.deepEqual(await findIn(dataFolder, SECRETS), []));
});

test('after `prime-registry remove`, also of the only version, without a server', async (t) => {
  const dataFolder = await makeFolder(t);
  const registry = await serveHere(t, { dataFolder });
  await registry.admin.mustPublish(draftOf('1.0.0', SECRETS));
  await registry.stop();
  await must(dataFolder, 'remove', '@acme/web-style@1.0.0', '--category', 'secret');
  assert.deepEqual(await findIn(dataFolder, SECRETS), []);
});

test('words that another Prime has stay in search', async (t) => {
  const registry = await serveHere(t);
  const { admin, dataFolder } = registry;
  await admin.mustPublish(draftOf('1.0.0', HARMLESS, '@acme/other'));
  await admin.mustPublish(draftOf('1.0.0', ['flowers', 'lilies', 'umbrageously']));
  await remove(registry, '1.0.0');
  await eventually(async () => assert.deepEqual(await findIn(dataFolder, ['umbrageously']), []));
  for (const typed of ['flowerz', 'liliez', 'gardne'])
    assert.equal((await admin.get(`/-/search?q=${typed}`)).json.total, 1, typed);
});
