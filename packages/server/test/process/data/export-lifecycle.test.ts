// Removed versions, channels, deprecations and new names move with a registry; a removal can be taken back only with
// the same bytes, by an operator who says so.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTarStream } from '@prime-registry/archive';
import { expectProblem } from '@prime-registry/testkit';
import { change } from '../../lifecycle/changing.ts';
import { makeFolder, type RegistryHere, serveHere } from '../temporary-registry.ts';
import { contentsOf, must, parseLines, publishMany, run, tarballOf } from './on-data.ts';

const PATH = '/pack/@acme/web-style';
const REMOVE = ['remove', '@acme/web-style@1.1.0', '--category', 'personal-data', '--reason', 'A name.'];

/** A registry with something of everything, and its export. */
async function startSource(t: Parameters<typeof serveHere>[0]) {
  const source = await serveHere(t);
  const { admin, dataFolder } = source;
  await publishMany(source, 3);
  await admin.mustPublish({ name: '@acme/new-style', version: '1.0.0' });
  const folder = await makeFolder(t);
  const before = join(folder, 'before.tar');
  await must(dataFolder, 'export', before);
  const successor = { name: '@acme/new-style', range: '^1', registry: 'https://primes.example' };
  const changes = [
    await change(admin, 'PUT', 'channels/beta', { version: '1.2.0' }),
    await change(admin, 'PUT', 'deprecation', {
      range: '<1.2.0',
      message: 'Too old: “1.2” is good.',
      successor,
    }),
    await change(admin, 'PUT', 'deprecation', { message: 'All of it.' }),
    await change(admin, 'PUT', 'move', { to: '@acme/new-style' }),
  ];
  for (const { status, text } of changes) assert.equal(status, 200, text);
  await must(dataFolder, ...REMOVE);
  const after = join(folder, 'after.tar');
  await must(dataFolder, 'export', after);
  return { source, before, after };
}

const lifeOf = async ({ anonymous }: RegistryHere): Promise<unknown> =>
  (await anonymous.get(`${PATH}?yanked=include`)).json;

async function formatOf(file: string): Promise<number> {
  const bytes = await readFile(file);
  for await (const { body } of readTarStream(
    (async function* () {
      yield bytes;
    })(),
  )) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
    return JSON.parse(Buffer.concat(chunks).toString()).format_version;
  }
  return 0;
}

test('everything moves, and a second import changes nothing', async (t) => {
  const { source, before, after } = await startSource(t);
  assert.deepEqual([await formatOf(before), await formatOf(after)], [1, 2]);
  const target = await makeFolder(t);
  assert.equal(
    await must(target, 'import', after),
    'Imported 3 versions, 0 there already; 1 removed version, 0 there already; ' +
      '4 channels, deprecations and new names, 0 there already.\n',
  );
  assert.equal(
    await must(target, 'import', after),
    'Imported 0 versions, 3 there already; 0 removed versions, 1 there already; ' +
      '0 channels, deprecations and new names, 4 there already.\n',
  );
  assert.deepEqual(await contentsOf(target), await contentsOf(source.dataFolder));
  const here = await serveHere(t, { dataFolder: target });
  assert.deepEqual(await lifeOf(here), await lifeOf(source));
  const { detail } = expectProblem(await here.anonymous.get(`${PATH}/1.1.0`), 'version_removed');
  assert.match(detail, /A name\.$/);
  await change(here.admin, 'DELETE', 'move');
  assert.equal((await here.admin.publish({ version: '1.1.0' })).status, 409);
  const told = parseLines(await must(target, 'audit', '--json', '--action', 'import'));
  assert.equal(told.length, 3 + 1 + 4);
});

test('a removed version is imported again only if the operator says so, and only with its bytes', async (t) => {
  const { source, before } = await startSource(t);
  const { dataFolder, anonymous } = source;
  const refused = await run(dataFolder, ['import', before]);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /^refused: @acme\/web-style 1\.1\.0 is not imported: it was removed here at .*Z \(personal-data: A name\.\); --restore-removed brings it back$/m,
  );
  expectProblem(await anonymous.get(`${PATH}/1.1.0`), 'version_removed');

  const other = await serveHere(t);
  await publishMany(other, 3, 'different');
  const different = join(await makeFolder(t), 'different.tar');
  await must(other.dataFolder, 'export', different);
  const conflict = await run(dataFolder, ['import', different, '--restore-removed']);
  assert.equal(conflict.code, 2);
  assert.match(
    conflict.stderr,
    /^conflict: @acme\/web-style 1\.1\.0 .*the tarball that was removed here had the digest/m,
  );

  await change(source.admin, 'DELETE', 'move');
  assert.match(
    await must(dataFolder, 'import', before, '--restore-removed'),
    /^Imported 1 version, 3 there already\.$/m,
  );
  assert.equal((await anonymous.get(`${PATH}/1.1.0/tarball`)).status, 200);
  assert.equal((await anonymous.get(`${PATH}?yanked=include`)).json.removed, undefined);
  const told = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'import'));
  assert.deepEqual(
    told.map(({ version, details }) => [version, details.restores_removed]),
    [['1.1.0', 'personal-data']],
  );
  assert.match(await must(dataFolder, 'verify'), /all is well/);
  assert.equal((await source.admin.publish({ version: '1.1.0' })).status, 409);
  await must(dataFolder, ...REMOVE);
  expectProblem(await anonymous.get(`${PATH}/1.1.0`), 'version_removed');
});

test('a removed version that is here stays, and the import names it', async (t) => {
  const { before, after } = await startSource(t);
  const target = await makeFolder(t);
  await must(target, 'import', before);
  const { code, stderr } = await run(target, ['import', after]);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /^conflict: removed version @acme\/web-style 1\.1\.0 is not imported: it was removed at the source \(personal-data\) and is here; 'prime-registry remove @acme\/web-style@1\.1\.0 --category personal-data' removes it here, too$/m,
  );
  const here = await serveHere(t, { dataFolder: target });
  assert.equal((await here.anonymous.get(`${PATH}/1.1.0`)).status, 200);
});

test('what is newer here stays', async (t) => {
  const { source, after } = await startSource(t);
  await change(source.admin, 'PUT', 'channels/beta', { version: '1.0.0' });
  await change(source.admin, 'PUT', 'deprecation', { range: '<1.2.0', message: 'Newer.' });
  const life = await lifeOf(source);
  await must(source.dataFolder, 'import', after);
  assert.deepEqual(await lifeOf(source), life);
});

test('an export without one of these files is incomplete', async (t) => {
  const { after } = await startSource(t);
  const bytes = await readFile(after, 'latin1');
  const at = bytes.indexOf('removed/@acme/web-style/1.1.0.json');
  assert.ok(at > 0);
  // Its header may be behind that of its long attributes; without the path it is no such file.
  const file = join(await makeFolder(t), 'cut.tar');
  await writeFile(file, Buffer.from(bytes.replace('"removed": 1', '"removed": 2'), 'latin1'));
  const { code, stderr } = await run(await makeFolder(t), ['import', file]);
  assert.equal(code, 1);
  assert.match(stderr, /it has 1 of 2 removed versions/);
});

test('the limits of channels and deprecations also hold for what an import adds to those here', async (t) => {
  const [source, target] = [await serveHere(t), await serveHere(t)];
  for (const [{ admin }, kind, count] of [
    [source, 'source', 2],
    [target, 'target', 49],
  ] as const) {
    await admin.mustPublish({ version: '1.0.0', tarball: tarballOf('the same') });
    for (let index = 0; index < count; index += 1) {
      await change(admin, 'PUT', `channels/${kind}-${index}`, { version: '1.0.0' });
      await change(admin, 'PUT', 'deprecation', {
        range: `${kind === 'source' ? 1 : 2}.0.${index}`,
        message: 'Old.',
      });
    }
  }
  const file = join(await makeFolder(t), 'source.tar');
  await must(source.dataFolder, 'export', file);
  const { code, stderr } = await run(target.dataFolder, ['import', file]);
  assert.equal(code, 2);
  assert.deepEqual(stderr.match(/there are 50 \w+ here already/g), [
    'there are 50 deprecations here already',
    'there are 50 channels here already',
  ]);
  const { channels, deprecations } = (await target.anonymous.get('/-/primes/@acme/web-style/lifecycle')).json;
  assert.deepEqual([channels.length, deprecations.length], [50, 50]);
});
