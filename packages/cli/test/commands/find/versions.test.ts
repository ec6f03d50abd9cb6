import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';

const NAME = '@acme/web-style';

describe('prime versions', () => {
  let own: TestRegistry;
  let shared: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    const now = () => Date.now() - 49 * 3_600_000;
    [own, shared] = await Promise.all([startRegistry(), startRegistry({ now })]);
    user = await createPrimeUser({ PRIME_REGISTRY: `${own.baseUrl} ${shared.baseUrl}` });
    for (const version of ['1.10.0', '1.9.0', '2.0.0-beta.1', '2.0.0-beta.2']) {
      await shared.admin.mustPublish({ version });
    }
    await shared.admin.yank(NAME, '2.0.0-beta.1');
    await own.admin.mustPublish({ name: '@acme/gone', version: '1.0.0-rc.1' });
    await own.admin.yank('@acme/gone', '1.0.0-rc.1');
  });
  after(() => Promise.all([own.stop(), shared.stop(), user.remove()]));

  const table = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));

  test('lists them with the newest first, their age and the latest', async () => {
    const { code, stdout, stderr } = await user.prime(['versions', NAME]);
    assert.deepEqual([code, stderr], [0, '']);
    const [[title] = [], ...rows] = table(stdout);
    assert.equal(title, `${NAME} in ${shared.baseUrl}`);
    assert.deepEqual(
      rows.map(([version, , age, mark]) => [version, age, mark]),
      [
        ['2.0.0-beta.2', '2 days ago', undefined],
        ['1.10.0', '2 days ago', 'latest'],
        ['1.9.0', '2 days ago', undefined],
      ],
    );
    for (const [, published] of rows) assert.match(published ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('lists yanked versions with --yanked, marked as such', async () => {
    const { stdout } = await user.prime(['versions', NAME, '--yanked']);
    const marks = table(stdout)
      .slice(1)
      .map(([version, , , mark]) => [version, mark]);
    assert.deepEqual(marks, [
      ['2.0.0-beta.2', undefined],
      ['2.0.0-beta.1', 'yanked'],
      ['1.10.0', 'latest'],
      ['1.9.0', undefined],
    ]);
  });

  test('prints JSON in ascending precedence', async () => {
    const { stdout } = await user.prime(['versions', NAME, '--yanked', '--json']);
    const { versions, ...rest } = JSON.parse(stdout);
    assert.deepEqual(rest, { name: NAME, registry: shared.baseUrl, latest: '1.10.0' });
    const shown = versions.map(({ published_at, ...entry }: { published_at: string }) => entry);
    assert.deepEqual(shown, [
      { version: '1.9.0' },
      { version: '1.10.0' },
      { version: '2.0.0-beta.1', yanked: true },
      { version: '2.0.0-beta.2' },
    ]);
    assert.ok(versions.every(({ published_at }: { published_at: string }) => Date.parse(published_at) > 0));
  });

  test('says if all of them are yanked', async () => {
    const { code, stdout } = await user.prime(['versions', '@acme/gone']);
    assert.equal(code, 0);
    assert.equal(stdout, `Every version of @acme/gone in ${own.baseUrl} is yanked; --yanked lists them.\n`);
    const { stdout: listed } = await user.prime(['versions', '@acme/gone', '--yanked']);
    assert.match(listed, /1\.0\.0-rc\.1 .*yanked\n/);
  });

  test('a range is a usage error; an unknown name is a failure', async () => {
    assert.equal((await user.prime(['versions', `${NAME}@^1`])).code, 3);
    const { code, stdout, stderr } = await user.prime(['versions', '@acme/nothing', '--json']);
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout).error.code, 'not_found');
    assert.match(stderr, /^error: No registry has @acme\/nothing/);
  });
});
