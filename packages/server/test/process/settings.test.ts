// Settings of an operator: a wrong one stops the start, with a message that says what to do.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runCommand } from '@prime-registry/testkit';
import { ALL_SETTINGS } from '../../src/config/server-settings.ts';
import { variableOf } from '../../src/config/setting.ts';
import { makeFolder, start } from './temporary-registry.ts';

/** A wrong value for every setting. */
const BAD_VALUES: Readonly<Record<string, string>> = {
  host: 'a host',
  port: '65536',
  data: 'a\tb',
  database: 'mysql://db/registry',
  'database-connections': '2',
  blobs: 's3',
  workers: '65',
  threads: '0',
  private: 'yes',
  'allow-stable-yank': 'on',
  'require-yank-reason': 'maybe',
  'show-token-names': 'all',
  'protected-channels': 'latest',
  'owner-removal': '31d',
  'version-rule': 'strict',
  'secret-scan': 'on',
  'max-tarball': '100MB',
  'max-unpacked': '512',
  'max-entries': '0',
  'max-ratio': '1',
  'request-timeout': '600',
  upstreams: '[',
  'upstream-proxy': 'a proxy',
  'upstream-cafile': '\t',
  'local-scopes': 'acme',
  'mirror-max-bytes': '1TB',
  'mirror-max-age': '1h',
  'mirror-keep-removed': 'always',
  'public-url': 'http://primes.example',
  'featured-skills': 'web-style',
  log: 'true',
  'log-key-file': 'a\tb',
  witnesses: '[',
  'witness-interval': '0',
  witness: 'yes',
  'witness-key-file': 'a\tb',
  'webhook-secrets-file': 'a\tb',
  'allowed-hosts': 'https://registry.example.com',
  'cross-origin': 'app.example.com',
  mcp: 'true',
  'mcp-origins': 'app.example.com',
  'trusted-proxies': 'proxy.lan',
  'publish-rate': '60',
  'yank-rate': '0/1m',
  'read-rate': '5/500ms',
  'exchange-rate': 'many',
  'failed-auth-rate': '5/2d',
  'headers-timeout': '20',
  'stall-timeout': '0',
  'keep-alive': '2d',
  'max-connections': '0',
  'max-connections-per-address': '-1',
  'max-uploads': '0',
  'overload-delay': '1',
  'max-memory': '1TB',
  'response-cache': '1',
  'read-leases': 'on',
  'scope-max-versions': '-1',
  'scope-max-bytes': '1TB',
  'shutdown-grace': '25h',
  'log-level': 'verbose',
  'site-name': 'a\tb',
  'site-mark': 'a\tb',
  'site-colours': 'red blue',
  'site-links': 'imprint',
};

describe('a bad value stops the start with exit code 2', () => {
  for (const [index, setting] of ALL_SETTINGS.entries()) {
    test(setting.name, async (t) => {
      const { name, allowed } = setting;
      const value = BAD_VALUES[name];
      assert.ok(value !== undefined, 'a setting needs a bad value here');
      const folder = await makeFolder(t);
      const config = join(folder, 'registry.yaml');
      await writeFile(config, `${name}: ${JSON.stringify(value)}\n`);
      // From one source only: another test compares all sources without processes.
      const isInFile = index % 2 === 0;
      const data = join(folder, 'data');
      const { code, stdout, stderr } = await runCommand(
        ['serve', ...(isInFile ? ['--config', config] : []), ...(name === 'data' ? [] : ['--data', data])],
        isInFile ? {} : { [variableOf(setting)]: value },
        { isRefused: true },
      );
      const from = isInFile ? config : variableOf(setting);
      const shown = setting.isSecret === true ? 'the value' : `'${value.replace('\t', '\\u{9}')}'`;
      assert.equal(
        stderr,
        `prime-registry: ${name}: ${shown} (from ${from}) is not allowed; use ${allowed}\n`,
      );
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.equal(existsSync(data), false, 'nothing was begun');
    });
  }

  test('on the command line', async () => {
    const { code, stderr } = await runCommand(['serve', '--port', 'http'], {}, { isRefused: true });
    assert.equal(
      stderr,
      "prime-registry: port: 'http' (from --port) is not allowed; use a whole number from 0 to 65535\n",
    );
    assert.equal(code, 2);
  });

  test('of the token: it is not repeated', async (t) => {
    const dataFolder = await makeFolder(t);
    const { code, stdout, stderr } = await runCommand(
      ['serve', '--port', '0', '--data', dataFolder],
      { PRIME_REGISTRY_TOKEN: 'my secret' },
      { isRefused: true },
    );
    assert.equal(code, 2);
    assert.match(stderr, /^prime-registry: PRIME_REGISTRY_TOKEN is not a bearer token; use letters, .*\n$/);
    assert.ok(!`${stdout}${stderr}`.includes('my secret'));
  });

  test('for commands that only use the data folder, too', async (t) => {
    const config = join(await makeFolder(t), 'registry.yaml');
    await writeFile(config, 'data: /nowhere\nprot: 1\n');
    for (const args of [['migrate'], ['token', 'list'], ['token', 'revoke', 'x']]) {
      const { code, stderr } = await runCommand([...args, '--config', config]);
      assert.equal(code, 2);
      assert.match(
        stderr,
        /^prime-registry: 'prot' in .*registry\.yaml is not a setting; the settings are host, port, .*\n$/,
      );
    }
  });
});

test('a file in PRIME_REGISTRY_CONFIG is read, and everything in it is in force', async (t) => {
  const config = join(await makeFolder(t), 'registry.yaml');
  await writeFile(config, 'private: true\nallow-stable-yank: true\nmax-tarball: 1KiB\nlog-level: error\n');
  const { anonymous, admin, stderr } = await start(t, { environment: { PRIME_REGISTRY_CONFIG: config } });
  assert.equal((await anonymous.get('/search?q=x')).status, 401);
  assert.equal((await admin.publish({ tarball: Buffer.alloc(1025) })).status, 413);
  assert.equal((await admin.publish()).status, 201);
  assert.equal((await admin.yank('@acme/web-style', '1.0.0')).status, 200);
  assert.equal(stderr(), '', 'nothing went wrong, so nothing was logged');
});

describe('a switch', { concurrency: 2 }, () => {
  const given: [isPrivate: boolean, flags: string[], environment: Record<string, string>][] = [
    [true, ['--private'], { PRIME_REGISTRY_PRIVATE: 'false' }],
    [false, ['--no-private'], { PRIME_REGISTRY_PRIVATE: 'true' }],
  ];
  for (const [isPrivate, flags, environment] of given) {
    test(`${flags.join(' ')}, ${JSON.stringify(environment)}`, async (t) => {
      const { anonymous } = await start(t, { flags, environment });
      assert.equal((await anonymous.get('/search?q=x')).status, isPrivate ? 401 : 200);
    });
  }
});

test('an unknown variable that looks like a setting causes a warning, and the server runs', async (t) => {
  const { stderr, anonymous } = await start(t, {
    environment: { PRIME_REGISTRY_SERVICE_HOST: '10.0.0.1', PRIME_REGISTRY_PROT: '1' },
  });
  assert.equal((await anonymous.get('/-/health/ready')).status, 200);
  const warnings = stderr()
    .split('\n')
    .filter((line) => line.includes('"level":40'))
    .map((line) => JSON.parse(line).name);
  assert.deepEqual(warnings.sort(), ['PRIME_REGISTRY_PROT', 'PRIME_REGISTRY_SERVICE_HOST']);
});
