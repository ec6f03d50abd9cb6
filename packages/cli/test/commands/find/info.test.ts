import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createPrimeUser,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { assertHarmless } from '../../assert-harmless.ts';

const NAME = '@acme/web-style';

describe('prime info', () => {
  let own: TestRegistry;
  let shared: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    [own, shared] = await Promise.all([startRegistry(), startRegistry()]);
    user = await createPrimeUser({ PRIME_REGISTRY: `${own.baseUrl} ${shared.baseUrl}` });
    for (const version of ['1.0.0', '1.2.0', '2.0.0-beta.1', '2.0.0-beta.2']) {
      await own.admin.mustPublish({ version, extra: 'atoms: 1234\nnamespaces: ["@web", "@html"]' });
    }
    await own.admin.yank(NAME, '2.0.0-beta.1', { reason: 'breaks links' });
    await shared.admin.mustPublish({ version: '9.0.0' });
    await shared.admin.mustPublish({ name: '@other/tools', version: '1.0.0-rc.1' });
    await shared.admin.yank('@other/tools', '1.0.0-rc.1');
  });
  after(() => Promise.all([own.stop(), shared.stop(), user.remove()]));

  test('shows the latest version, and how to install it', async () => {
    const { code, stdout, stderr } = await user.prime(['info', NAME]);
    assert.deepEqual([code, stderr], [0, '']);
    const [title, description, ...lines] = stdout.split('\n');
    assert.deepEqual([title, description], [`${NAME} 1.2.0`, 'Rules for writing web pages']);
    const fields = Object.fromEntries(lines.map((line) => line.trim().split(/ {2,}/)));
    assert.match(fields.published, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \((just now|1 minute ago)\)$/);
    assert.match(fields.size, /^\d+ B$/);
    assert.match(fields.sha256, /^[0-9a-f]{64}$/);
    assert.equal(fields.license, 'Apache-2.0');
    assert.equal(fields.atoms, '1,234');
    assert.equal(fields.namespaces, '@web, @html');
    assert.equal(fields['prime-version'], '1.0');
    assert.equal(fields.tarball, `${own.baseUrl}/pack/${NAME}/1.2.0/tarball`);
    assert.equal(fields.registry, own.baseUrl);
    assert.equal(fields.versions, '3, latest 1.2.0');
    assert.ok(!('yanked' in fields));
    assert.ok(stdout.endsWith(`\n\nprime install ${NAME}\n`));
  });

  test('shows which identity published the version', async () => {
    const provenance = {
      ...{ issuer: 'https://ci.example', rule: 'releases', preset: 'oidc' },
      claims: { repository: 'acme/tea', sha: 'abc' },
    };
    const { insertVersion } = own.store;
    own.store.insertVersion = (version, ...rest) => insertVersion({ ...version, provenance }, ...rest);
    await own.admin.mustPublish({ name: '@acme/tea' });
    own.store.insertVersion = insertVersion;
    const { stdout } = await user.prime(['info', '@acme/tea']);
    assert.match(stdout, /^ *published by {2,}acme\/tea at abc \(https:\/\/ci\.example\)$/m);
    assert.deepEqual(
      JSON.parse((await user.prime(['info', '@acme/tea', '--json'])).stdout).provenance,
      provenance,
    );
    await using proxy = await startFaultyProxy(own.baseUrl);
    proxy.fault = ({ path }) =>
      path.startsWith('/pack/@acme/tea/')
        ? {
            kind: 'rewrite',
            rewrite: (body) => JSON.stringify({ ...JSON.parse(body), origin: 'https://up.example' }),
          }
        : undefined;
    const mirrored = await user.prime(['info', '@acme/tea', '--remote', proxy.baseUrl]);
    assert.match(
      mirrored.stdout,
      /published by {2,}acme\/tea at abc \(https:\/\/ci\.example, as https:\/\/up\.example says\)/,
    );
    assert.doesNotMatch((await user.prime(['info', NAME])).stdout, /published by/);
  });

  test('shows what the version requires', async () => {
    const extra = 'requires:\n  "@other/b": ">=1 <3"\n  "@acme/core": ^1.2\n';
    await own.admin.mustPublish({ name: '@acme/app', extra });
    const { stdout } = await user.prime(['info', '@acme/app']);
    assert.match(stdout, /^ *requires {2,}@acme\/core \^1\.2\n {4,}@other\/b >=1 <3$/m);
    const { requires } = JSON.parse((await user.prime(['info', '@acme/app', '--json'])).stdout);
    assert.deepEqual(requires, { '@acme/core': '^1.2', '@other/b': '>=1 <3' });
    assert.doesNotMatch((await user.prime(['info', NAME])).stdout, /requires/);
  });

  test('takes a range; a version other than the latest is installed by its number', async () => {
    for (const [range, version] of [
      ['^1.0', '1.2.0'],
      ['1.0.0', '1.0.0'],
      ['>=2.0.0-0', '2.0.0-beta.2'],
    ] as const) {
      const { stdout } = await user.prime(['info', `${NAME}@${range}`]);
      assert.ok(stdout.startsWith(`${NAME} ${version}\n`), stdout);
      const wanted = version === '1.2.0' ? NAME : `${NAME}@${version}`;
      assert.ok(stdout.endsWith(`\nprime install ${wanted}\n`), stdout);
    }
  });

  test('prints JSON with the field names of the API', async () => {
    const { stdout } = await user.prime(['info', `${NAME}@1.0.0`, '--json']);
    const { sha256, size_bytes, published_at, ...rest } = JSON.parse(stdout);
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.ok(size_bytes > 0 && !Number.isNaN(Date.parse(published_at)));
    assert.deepEqual(rest, {
      name: NAME,
      version: '1.0.0',
      description: 'Rules for writing web pages',
      license: 'Apache-2.0',
      atoms: 1234,
      namespaces: ['@web', '@html'],
      prime_version: '1.0',
      yanked: false,
      tarball_url: `${own.baseUrl}/pack/${NAME}/1.0.0/tarball`,
      registry: own.baseUrl,
      latest: '1.2.0',
      version_count: 3,
    });
  });

  test('shows a yanked version that is given exactly, marked as such, and not how to install it', async () => {
    const { code, stdout } = await user.prime(['info', `${NAME}@2.0.0-beta.1`]);
    assert.equal(code, 0);
    assert.match(stdout, /\n {2}yanked +\d{4}-\d\d-\d\dT\S+Z: breaks links\n/);
    assert.doesNotMatch(stdout, /prime install/);
    const json = await user.prime(['info', `${NAME}@2.0.0-beta.1`, '--json']);
    const { yanked, yank_reason, yanked_at } = JSON.parse(json.stdout);
    assert.deepEqual([yanked, yank_reason], [true, 'breaks links']);
    assert.ok(!Number.isNaN(Date.parse(yanked_at)));
  });

  test('shows a yanked version of a registry that is not the first', async () => {
    const { code, stdout } = await user.prime(['info', '@other/tools@1.0.0-rc.1', '--json']);
    assert.equal(code, 0);
    const { registry, latest, version_count, yanked } = JSON.parse(stdout);
    assert.deepEqual([registry, latest, version_count, yanked], [shared.baseUrl, '', 0, true]);
  });

  test('shows the required fields of a registry that sends no others', async () => {
    await using plain = await startFaultyProxy(own.baseUrl);
    const rewrite = (body: string) => {
      if (body === '') return body;
      const { published_at, size_bytes, yanked, ...contract } = JSON.parse(body);
      return JSON.stringify(contract);
    };
    plain.fault = () => ({ kind: 'rewrite', rewrite });
    const { code, stdout } = await user.prime(['info', NAME, '--remote', plain.baseUrl]);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /published|size|yanked|undefined|NaN/);
  });

  test('text of a registry has no control characters', async () => {
    await using hostile = await startFaultyProxy(own.baseUrl);
    const evil = 'a\u001b[2J\n\u202e\u009b31mb';
    const rewrite = (body: string) => {
      if (body === '') return body;
      const manifest = JSON.parse(body);
      if (manifest.license === undefined) return body;
      const { name, version, sha256, atoms, ...texts } = manifest;
      const changed = Object.entries(texts).map(([key, value]) => [
        key,
        typeof value === 'string' ? evil : value,
      ]);
      const namespaces = [`@${evil}`];
      const yanked = { yanked: true, yank_reason: evil, yanked_at: evil };
      return JSON.stringify({
        ...Object.fromEntries(changed),
        ...yanked,
        namespaces,
        name,
        version,
        sha256,
        atoms,
      });
    };
    hostile.fault = () => ({ kind: 'rewrite', rewrite });
    const { code, stdout, stderr } = await user.prime(['info', `${NAME}@1.0.0`, '--remote', hostile.baseUrl]);
    assert.equal(code, 0, stderr);
    assertHarmless(stdout);
    const ordinary = await user.prime(['info', `${NAME}@2.0.0-beta.1`]);
    assert.equal(stdout.split('\n').length, ordinary.stdout.split('\n').length, 'no line is forged');
  });

  test('says what is wrong with the name, or that no registry has it', async () => {
    for (const [name, code, message] of [
      ['web-style', 3, /^error: 'web-style' .*@acme\/web-style/],
      ['@acme/nothing', 1, new RegExp(`${own.baseUrl}, ${shared.baseUrl}`)],
      [`${NAME}@^7`, 1, new RegExp(`No version of ${NAME} in ${own.baseUrl} matches '\\^7'`)],
    ] as const) {
      const result = await user.prime(['info', name]);
      assert.deepEqual([result.code, result.stdout], [code, '']);
      assert.match(result.stderr, message);
    }
  });
});
