import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  atomFiles,
  createPrimeUser,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { search } from '../../../src/commands/find/search.ts';
import { Terminal } from '../../../src/terminal/terminal.ts';
import { assertHarmless } from '../../assert-harmless.ts';
import { makeStreams } from '../../fake-streams.ts';

const DESCRIPTION =
  'Rules for the web, which are long enough to be wider than a terminal of eighty columns is';

describe('prime search', () => {
  let own: TestRegistry;
  let shared: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    [own, shared] = await Promise.all([startRegistry(), startRegistry()]);
    user = await createPrimeUser({ PRIME_REGISTRY: `${own.baseUrl} ${shared.baseUrl}` });
    await own.admin.mustPublish({ name: '@acme/web-style', description: DESCRIPTION });
    await shared.admin.mustPublish({ name: '@acme/web-style', version: '9.0.0', description: 'not the one' });
    await shared.admin.mustPublish({ name: '@other/web-tools', version: '2.1.0', description: 'Tools' });
  });
  after(() => Promise.all([own.stop(), shared.stop(), user.remove()]));

  test('says how a registry read a mistyped word', async () => {
    const { stdout, stderr } = await user.prime(['search', 'tolos']);
    assert.match(stdout, /^@other\/web-tools /);
    assert.equal(stderr, `'tolos' is read as 'tools' in ${shared.baseUrl}\n`);
    const { corrected } = JSON.parse((await user.prime(['search', 'tolos', '--json'])).stdout);
    assert.deepEqual(corrected, [{ from: 'tolos', to: 'tools', registry: shared.baseUrl }]);
  });

  test('lists what would be installed, from all registries, uncut if it is piped', async () => {
    const { code, stdout, stderr } = await user.prime(['search', 'web']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      stdout.split('\n').map((line) => line.split(/ {2,}/)),
      [
        ['@acme/web-style', '1.0.0', own.baseUrl, DESCRIPTION],
        ['@other/web-tools', '2.1.0', shared.baseUrl, 'Tools'],
        [''],
      ],
    );
    const single = await user.prime(['search', 'web', 'tools', '--remote', shared.baseUrl]);
    assert.equal(single.stdout, '@other/web-tools  2.1.0  Tools\n', 'one registry need not be named');
  });

  test('shows matching atoms below their Prime with --atoms', async () => {
    const files = atomFiles(
      { id: '@deep/rule-zither', description: 'Tune the strings' },
      { id: '@deep/rule-other' },
    );
    await shared.admin.mustPublish({ name: '@deep/music', description: 'Instruments', files });
    const { code, stdout, stderr } = await user.prime([
      'search',
      'zither',
      '--atoms',
      '--remote',
      shared.baseUrl,
    ]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(stdout, '@deep/music  1.0.0  Instruments\n  rule  @deep/rule-zither  Tune the strings\n');
    const json = await user.prime(['search', 'zither', '--atoms', '--json', '--remote', shared.baseUrl]);
    assert.deepEqual(JSON.parse(json.stdout).results[0].atoms, [
      { id: '@deep/rule-zither', kind: 'rule', description: 'Tune the strings' },
    ]);
    const without = await user.prime(['search', 'zither', '--remote', shared.baseUrl]);
    assert.equal(without.stdout, '@deep/music  1.0.0  Instruments\n');
  });

  test('prints JSON with the score and the registry of each', async () => {
    const { code, stdout } = await user.prime(['search', 'web', 'tools', '--json']);
    assert.equal(code, 0);
    const { results, ...rest } = JSON.parse(stdout);
    const [{ score, ...hit }] = results;
    assert.ok(score > 0 && score <= 1);
    assert.deepEqual(hit, {
      name: '@other/web-tools',
      version: '2.1.0',
      description: 'Tools',
      registry: shared.baseUrl,
    });
    const registries = [own.baseUrl, shared.baseUrl];
    assert.deepEqual(rest, { query: 'web tools', registries, total: 1, failures: [] });
  });

  test('shows pages, and how to see the next one', async () => {
    const remote = ['--remote', shared.baseUrl];
    const first = await user.prime(['search', 'web', '--limit', '1', ...remote]);
    const [line = '', , footer] = first.stdout.split('\n');
    assert.equal(footer, "1 of 2 Primes shown; '--offset 1' shows more.");
    const second = await user.prime(['search', 'web', '--limit', '1', '--offset', '1', ...remote]);
    assert.equal(second.stdout.split('\n').length, 2, 'a line and its end');
    const names = [line, second.stdout].map((text) => text.split(' ')[0]);
    assert.deepEqual(names.sort(), ['@acme/web-style', '@other/web-tools']);
  });

  test('finding nothing is not a failure', async () => {
    const { code, stdout } = await user.prime(['search', 'no', 'such\u001b[31m', 'thing']);
    assert.deepEqual([code, stdout], [0, "Nothing matches 'no such\\u{1b}[31m thing'.\n"]);
  });

  test('names a registry that fails, and shows the others', async () => {
    await using broken = await startFaultyProxy(shared.baseUrl);
    broken.fault = () => ({ kind: 'answer', status: 401 });
    const remotes = ['--remote', broken.baseUrl, '--remote', own.baseUrl];
    const { code, stdout, stderr } = await user.prime(['search', 'web', '--json', ...remotes]);
    assert.equal(code, 0);
    assert.match(stderr, new RegExp(`^warning: ${broken.baseUrl} .* Its results are missing\\.\n$`));
    const { results, failures } = JSON.parse(stdout);
    assert.deepEqual([results.length, results[0].registry], [1, own.baseUrl]);
    assert.equal(failures[0].registry, broken.baseUrl);
    assert.ok(failures[0].message.startsWith(broken.baseUrl));
  });

  test('fails if all registries fail; a single one says what to do', async () => {
    await using broken = await startFaultyProxy(shared.baseUrl);
    await using lacking = await startFaultyProxy(shared.baseUrl);
    broken.fault = () => ({ kind: 'answer', status: 401 });
    lacking.fault = () => ({ kind: 'answer', status: 404 });
    const both = ['--remote', broken.baseUrl, '--remote', lacking.baseUrl];
    const failed = await user.prime(['search', 'web', ...both]);
    assert.deepEqual([failed.code, failed.stdout], [1, '']);
    assert.match(
      failed.stderr,
      new RegExp(`${lacking.baseUrl} offers no search\\. Its results are missing\\.\n`),
    );
    assert.match(failed.stderr, /\nerror: no registry could be searched\n$/);
    const single = await user.prime(['search', 'web', '--remote', broken.baseUrl]);
    assert.equal(single.code, 1);
    assert.match(single.stderr, new RegExp(`^error: ${broken.baseUrl} .*\nhelp: .*prime login`));
  });

  test('text of a registry has no control characters', async () => {
    await using hostile = await startFaultyProxy(own.baseUrl);
    const rewrite = (body: string) => body.replace('Rules for', 'a\\u001b[2J\\r\\n\\u202e\\u009b31mb');
    hostile.fault = () => ({ kind: 'rewrite', rewrite });
    const { code, stdout } = await user.prime(['search', 'web', '--remote', hostile.baseUrl]);
    assert.equal(code, 0);
    assertHarmless(stdout);
    assert.equal(stdout.split('\n').length, 2);
    assert.match(stdout, /a\\u\{1b\}\[2J \\u\{202e\}\\u\{9b\}31mb the web/);
    const json = await user.prime(['search', 'web', '--json', '--remote', hostile.baseUrl]);
    assertHarmless(json.stdout);
    const [{ description }] = JSON.parse(json.stdout).results;
    assert.ok(description.startsWith('a\u001b[2J\r\n\u202e\u009b31mb the web'), 'programs get it unchanged');
  });

  test('reports an invalid query before any request', async () => {
    const nowhere = ['--remote', 'http://127.0.0.1:1'];
    for (const [args, message] of [
      [[], '<word>… is missing'],
      [[' '], 'there is nothing to search for; give one or more words'],
      [['x', '--limit', '0'], "--limit: '0' is not a whole number from 1 to 100"],
      [['x', '--offset', 'two'], "--offset: 'two' is not a whole number from 0 to 10000"],
      [['x'.repeat(257)], 'the text: has 257 characters; at most 256 are allowed'],
    ] as const) {
      const { code, stdout, stderr } = await user.prime(['search', ...args, ...nowhere]);
      assert.deepEqual([code, stdout], [3, '']);
      assert.equal(stderr, `error: ${message}\nRun 'prime search --help' for details.\n`);
    }
  });
});

describe('the view of a search', () => {
  const hit = (name: string, description: string) => ({
    name,
    version: '1.0.0',
    description,
    score: 1,
    registry: 'http://a',
  });
  const found = { query: 'web', registries: ['http://a'], failures: [] };
  const results = [hit('@acme/a', 'Rules for writing'), hit('@acme/bcd', '日本語の規則とその他')];

  test('cuts descriptions to the width of the terminal', () => {
    const view = (columns: number) =>
      search.view({ ...found, results }, new Terminal(makeStreams({ columns }))).split('\n');
    assert.deepEqual(view(80), [
      '@acme/a    1.0.0  Rules for writing',
      '@acme/bcd  1.0.0  日本語の規則とその他',
    ]);
    assert.deepEqual(view(30), ['@acme/a    1.0.0  Rules for w…', '@acme/bcd  1.0.0  日本語の規…']);
  });

  test('says that there is more if the total is unknown', () => {
    const terminal = new Terminal(makeStreams());
    const lines = search.view({ ...found, results, next_offset: 2 }, terminal).split('\n');
    assert.deepEqual(lines.slice(-2), ['', "2 shown; '--offset 2' shows more."]);
    const none = search.view({ ...found, results: [], next_offset: 2 }, terminal);
    assert.equal(none, "Nothing matches 'web' on this page.");
  });
});
