// The life of a Prime, in processes and in a browser: two replicas, a mirror, a mirror of the mirror, projects behind it,
// while readers go on. After each step every surface says what docs/lifecycle.md says.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { atomFiles } from '@prime-registry/testkit';
import { openBrowserForTests } from '@prime-registry/testkit/browser';
import { sharedPostgres } from '@prime-registry/testkit/postgres';
import { change } from './changing.ts';
import { Family } from './story/family.ts';
import { Project } from './story/project.ts';
import type { Surfaces } from './story/surfaces.ts';

await sharedPostgres();
const browser = await openBrowserForTests();
after(() => browser?.close());

const NAME = '@acme/garden';
const NEW = '@acme/park';
const SECRET = 'correct-horse-battery-staple';
const VERSIONS = '1.0.0 1.1.0 2.0.0-beta.1';
const PUBLISHED: Surfaces = { latest: '1.1.0', listed: VERSIONS, found: '1.1.0', inFeed: VERSIONS };

test('publish, deprecate, yank, unyank, channel, remove, move', async (t) => {
  const family = await Family.start(t, { name: NAME, word: 'garden' });
  const [registry, replica] = family.replicas;
  const author = registry.admin;
  const url = family.mirrors[1].baseUrl;
  const stable = await Project.create(t, url);
  const beta = await Project.create(t, url);

  const publish = (version: string, files = {}) =>
    author.mustPublish({
      ...{ name: NAME, version, description: 'How to keep a garden' },
      files: { 'a.txt': version, ...files },
    });
  /** Changes by either replica. */
  const must = async (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<void> => {
    const { status, text } = await change(
      path.length % 2 === 0 ? author : replica.admin,
      method,
      path,
      body,
      NAME,
    );
    assert.equal(status, 200, text);
  };
  /** What a visitor reads on the page of the Prime, or of a version. */
  const see = async (path: string, expected: RegExp): Promise<void> => {
    const page = await browser?.newPage();
    try {
      await page?.goto(`${replica.baseUrl}/-/prime/${NAME}${path}`);
      if (page !== undefined) assert.match(await page.innerText('main'), expected);
    } finally {
      await page?.close();
    }
  };

  for (const version of VERSIONS.split(' ')) await publish(version);
  await family.expectSurfaces(PUBLISHED);
  await stable.run('install', `${NAME}@^1`);
  assert.equal(await stable.locked(), '1.1.0');

  await t.test('a deprecation is seen everywhere, and taken back', async () => {
    const successor = { name: NEW, range: '^1' };
    await must('PUT', 'deprecation', { range: '<2.0.0-0', message: 'Wrong about roses.', successor });
    await family.expectSurfaces({ ...PUBLISHED, found: '1.1.0 deprecated', deprecated: '1.0.0 1.1.0' });
    for (const reader of family.readers) {
      const { json } = await reader.get(`/pack/${NAME}/1.1.0`);
      assert.deepEqual(json.deprecated, { message: 'Wrong about roses.', successor });
    }
    await stable.expect(['outdated'], /1\.1\.0 deprecated[\s\S]*Wrong about roses/);
    await stable.expect(
      ['install', `${NAME}@^1`],
      /is deprecated: Wrong about roses\. Use @acme\/park@\^1/,
      0,
    );
    await see('', /deprecated[\s\S]*Wrong about roses\.[\s\S]*@acme\/park/i);
    await must('DELETE', `deprecation?range=${encodeURIComponent('<2.0.0-0')}`);
    await family.expectSurfaces(PUBLISHED);
    await stable.expect(['outdated'], /up to date/, 0);
  });

  await t.test('a yank is followed, and so is the end of it', async () => {
    await family.expectStatus('1.1.0', 200, '/tarball');
    await author.yank(NAME, '1.1.0', { reason: 'Wrong about roses.' });
    const rest = '1.0.0 2.0.0-beta.1';
    await family.expectSurfaces({
      latest: '1.0.0',
      listed: rest,
      found: '1.0.0',
      inFeed: rest,
      yanked: '1.1.0',
    });
    await family.expectStatus('1.1.0', 200, '/tarball');
    await stable.expectCheckedOut(
      ['install'],
      /1\.1\.0 was yanked [\s\S]*'Wrong about roses\.'[\s\S]*Take 1\.0\.0 instead/,
      0,
    );
    assert.equal(await stable.locked(), '1.1.0');
    await beta.expect(['install', `${NAME}@1.1.0`], /yanked[\s\S]*Wrong about roses/);
    await see('/1.1.0', /yanked[\s\S]*Wrong about roses\.[\s\S]*Use 1\.0\.0 instead/i);
    await must('DELETE', '1.1.0/yank');
    await family.expectSurfaces(PUBLISHED);
    await stable.expect(['outdated'], /up to date/, 0);
  });

  await t.test('a channel moves under an installed project', async () => {
    await must('PUT', 'channels/beta', { version: '2.0.0-beta.1' });
    await family.expectSurfaces({ ...PUBLISHED, channels: 'beta=2.0.0-beta.1' });
    await beta.expect(['install', `${NAME}@beta`], /2\.0\.0-beta\.1/, 0);
    await must('PUT', 'channels/beta', { version: '1.1.0' });
    await family.expectSurfaces({ ...PUBLISHED, channels: 'beta=1.1.0' });
    await see('/versions', /1\.1\.0\s[\s\S]*beta/);
    await beta.run('install');
    assert.equal(await beta.locked(), '2.0.0-beta.1', 'the lock file stays');
    await beta.expect(['outdated'], /2\.0\.0-beta\.1[\s\S]*1\.1\.0/);
    await beta.run('install', '--update');
    assert.equal(await beta.locked(), '1.1.0');
    await must('DELETE', 'channels/beta');
    await family.expectSurfaces(PUBLISHED);
  });

  await t.test('a secret is removed, while readers go on', async () => {
    await publish('1.2.0', {
      'README.md': `The password is ${SECRET}.`,
      ...atomFiles({ id: '@acme/rose', description: `Not ${SECRET}` }),
    });
    await family.expectStatus('1.2.0', 200, '/tarball');
    await stable.expect(['install', `${NAME}@1.2.0`], /1\.2\.0/, 0);
    const stop = family.keepReading(['1.1.0', '1.2.0']);
    await must('POST', '1.2.0/removal', { category: 'secret', reason: 'It had a password.' });
    for (const path of ['', '/tarball']) await family.expectStatus('1.2.0', 410, path);
    await family.expectSurfaces({ ...PUBLISHED, removed: '1.2.0' });
    assert.deepEqual(await stop(), [200, 410]);
    const paths = [
      `/search?q=${SECRET}`,
      '/-/find?q=rose',
      '/-/atoms/@acme/rose',
      `/-/prime/${NAME}`,
      '/-/feed',
    ];
    for (const reader of family.readers) {
      for (const path of paths) {
        const { text } = await reader.get(path);
        assert.equal(text.replaceAll(`q=${SECRET}`, '').includes(SECRET), false, path);
      }
    }
    assert.equal((await author.publish({ name: NAME, version: '1.2.0' })).status, 409);
    await stable.expectCheckedOut(['install'], /removed[\s\S]*It had a password/);
    assert.equal(await stable.locked(), '1.2.0', 'nothing else takes its place');
    await see('/1.2.0', /It had a password/);
  });

  await t.test('a Prime moves, and the old name says where it went', async () => {
    await author.mustPublish({ name: NEW, version: '1.5.0' });
    await must('PUT', 'move', { to: NEW });
    await family.expectSurfaces({ ...PUBLISHED, removed: '1.2.0', movedTo: NEW });
    assert.equal((await author.publish({ name: NAME, version: '3.0.0' })).status, 403);
    await beta.expect(['install', `${NAME}@^1`], /@acme\/park/, 0);
    assert.equal(await beta.locked(), '1.5.0');
    await see('', /@acme\/park/);
  });
});
