// Where the value of a setting comes from: a flag, the environment, the file, or the default, in this order.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { makeAuthority } from '@prime-registry/testkit';
import { findUnknownVariables, loadSettings, readAdminToken } from '../../src/config/load-settings.ts';
import {
  ALL_SETTINGS,
  DEFAULT_SETTINGS,
  SETTINGS,
  type ServerSettings,
} from '../../src/config/server-settings.ts';
import { SettingError, variableOf } from '../../src/config/setting.ts';
import { makeCosigner } from '../witness/fake-witness.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
after(() => rm(folder, { recursive: true }));

async function writeConfig(text: string | Uint8Array): Promise<string> {
  const path = join(folder, 'registry.yaml');
  await writeFile(path, text);
  return path;
}

/** An allowed text, and its value. */
type Given = readonly [text: string, value: unknown];

interface Sample {
  readonly flag: Given;
  readonly variable: Given;
  readonly file: Given;
}

function upstream(url: string) {
  const token = undefined;
  return {
    url,
    scopes: ['*'],
    token,
    timeoutMs: 10_000,
    listMaxAgeMs: 60_000,
    allowsPrivateAddresses: false,
    acceptsNotFoundPages: false,
  };
}

function proxyOf(text: string) {
  const proxy = { text, from: 'upstream-proxy' };
  return { https: proxy, http: proxy };
}

/** The key of a witness. */
const { vkey: WITNESS } = makeCosigner('w.example');

const CAFILE = join(folder, 'ca.pem');
await writeFile(CAFILE, makeAuthority().cert);

const SAMPLES: Record<keyof ServerSettings, Sample> = {
  host: { flag: ['::1', '::1'], variable: ['0.0.0.0', '0.0.0.0'], file: ['registry.lan', 'registry.lan'] },
  port: { flag: ['0', 0], variable: ['65535', 65_535], file: ['8080', 8080] },
  dataFolder: { flag: ['/a b', '/a b'], variable: ['../é', '../é'], file: ['c', 'c'] },
  database: {
    flag: ['sqlite', ''],
    variable: [
      'postgres://u:p%40@db.lan:5433/registry?sslmode=verify-full',
      'postgres://u:p%40@db.lan:5433/registry?sslmode=verify-full',
    ],
    file: ['postgresql:///registry?host=/run/postgresql', 'postgresql:///registry?host=/run/postgresql'],
  },
  databaseConnections: { flag: ['3', 3], variable: ['1000', 1000], file: ['20', 20] },
  blobs: {
    flag: [
      's3://primes',
      { bucket: 'primes', prefix: '', region: undefined, endpoint: undefined, isPathStyle: false },
    ],
    variable: [
      's3://primes/of/team/?region=eu-central-1&endpoint=http://127.0.0.1:9000&path-style=true',
      {
        bucket: 'primes',
        prefix: 'of/team',
        region: 'eu-central-1',
        endpoint: 'http://127.0.0.1:9000',
        isPathStyle: true,
      },
    ],
    file: ['folder', 'folder'],
  },
  workers: { flag: ['1', 1], variable: ['64', 64], file: ['2', 2] },
  threads: { flag: ['1', 1], variable: ['auto', 'auto'], file: ['64', 64] },
  isPrivate: { flag: ['true', true], variable: ['false', false], file: ['true', true] },
  allowStableYank: { flag: ['false', false], variable: ['true', true], file: ['true', true] },
  requireYankReason: { flag: ['true', true], variable: ['false', false], file: ['true', true] },
  showsTokenNames: { flag: ['true', true], variable: ['false', false], file: ['true', true] },
  protectedChannels: {
    flag: ['none', []],
    variable: ['stable, next', ['stable', 'next']],
    file: ['stable', ['stable']],
  },
  ownerRemovalMs: { flag: ['0', 0], variable: ['72h', 259_200_000], file: ['30d', 2_592_000_000] },
  versionRule: { flag: ['enforce', 'enforce'], variable: ['off', 'off'], file: ['warn', 'warn'] },
  secretScan: { flag: ['enforce', 'enforce'], variable: ['off', 'off'], file: ['warn', 'warn'] },
  maxTarballBytes: { flag: ['1KiB', 1024], variable: ['2 MiB', 2_097_152], file: ['4096', 4096] },
  maxUnpackedBytes: { flag: ['1024', 1024], variable: ['1GiB', 2 ** 30], file: ['1024GiB', 2 ** 40] },
  maxEntries: { flag: ['1', 1], variable: ['10000000', 10_000_000], file: ['7', 7] },
  maxRatio: { flag: ['2', 2], variable: ['2000', 2000], file: ['100', 100] },
  scopeMaxVersions: { flag: ['0', 0], variable: ['1000000000', 1_000_000_000], file: ['5', 5] },
  scopeMaxBytes: { flag: ['0', 0], variable: ['10GiB', 10 * 2 ** 30], file: ['1KiB', 1024] },
  upstreams: {
    flag: ['none', []],
    variable: [
      'https://a.example/ http://b.example:81/primes',
      [upstream('https://a.example'), upstream('http://b.example:81/primes')],
    ],
    file: [
      '[{"url":"https://a.example","scopes":["@acme","@lib"],"token":"pri_x","timeout":"2s","list-max-age":"5m","allow-private-addresses":true,"not-found-pages":"allow"}]',
      [
        {
          url: 'https://a.example',
          scopes: ['@acme', '@lib'],
          token: 'pri_x',
          timeoutMs: 2000,
          listMaxAgeMs: 300_000,
          allowsPrivateAddresses: true,
          acceptsNotFoundPages: true,
        },
      ],
    ],
  },
  upstreamProxy: {
    flag: ['none', { bypass: '*' }],
    variable: ['proxy.corp:3128', proxyOf('proxy.corp:3128')],
    file: ['http://me:secret@proxy.corp:3128', proxyOf('http://me:secret@proxy.corp:3128')],
  },
  upstreamCafile: { flag: ['none', ''], variable: [CAFILE, CAFILE], file: [CAFILE, CAFILE] },
  mirrorMaxBytes: { flag: ['0', 0], variable: ['50GiB', 50 * 2 ** 30], file: ['1KiB', 1024] },
  mirrorKeepsRemoved: { flag: ['true', true], variable: ['false', false], file: ['true', true] },
  mirrorMaxAgeMs: { flag: ['0', 0], variable: ['36h', 129_600_000], file: ['3650d', 315_360_000_000] },
  localScopes: { flag: ['none', []], variable: ['@acme, @b', ['@acme', '@b']], file: ['@acme', ['@acme']] },
  publicUrl: {
    flag: ['none', ''],
    variable: ['https://Primes.example:443/team/a/', 'https://primes.example/team/a'],
    file: ['https://primes.example:8443', 'https://primes.example:8443'],
  },
  siteName: {
    flag: ['Acme', 'Acme'],
    variable: [' Wissen & Können ', 'Wissen & Können'],
    file: ['知识', '知识'],
  },
  siteMark: { flag: ['none', ''], variable: ['/run/a b.svg', '/run/a b.svg'], file: ['a.png', 'a.png'] },
  siteColours: {
    flag: ['none', ''],
    variable: ['#1A5A96, #8ab8f0', '#1a5a96 #8ab8f0'],
    file: ['#1a5a96 #8ab8f0', '#1a5a96 #8ab8f0'],
  },
  siteLinks: {
    flag: ['none', []],
    variable: [
      '[{"text":"Imprint","url":"https://acme.example/imprint"}]',
      [{ text: 'Imprint', url: 'https://acme.example/imprint' }],
    ],
    file: [
      '[{"text":"Help","url":"/-/api"},{"text":"Mail","url":"mailto:a@acme.example"}]',
      [
        { text: 'Help', url: '/-/api' },
        { text: 'Mail', url: 'mailto:a@acme.example' },
      ],
    ],
  },
  featuredSkills: {
    flag: ['none', []],
    variable: ['@acme/web-style, @acme/b', ['@acme/web-style', '@acme/b']],
    file: ['@acme/a', ['@acme/a']],
  },
  log: { flag: ['on', 'on'], variable: ['off', 'off'], file: ['off', 'off'] },
  logKeyFile: { flag: ['none', ''], variable: ['/run/log key', '/run/log key'], file: ['a', 'a'] },
  witnesses: {
    flag: ['none', []],
    variable: [
      JSON.stringify([{ url: 'https://w.example/add-checkpoint', vkey: WITNESS }]),
      [{ url: 'https://w.example', vkey: WITNESS, allowsPrivateAddresses: false }],
    ],
    file: [
      JSON.stringify([
        { url: 'http://w.example/-/witness/', vkey: WITNESS, 'allow-private-addresses': 'true' },
      ]),
      [{ url: 'http://w.example/-/witness', vkey: WITNESS, allowsPrivateAddresses: true }],
    ],
  },
  witnessIntervalMs: { flag: ['1s', 1000], variable: ['10m', 600_000], file: ['1d', 86_400_000] },
  isWitness: { flag: ['true', true], variable: ['false', false], file: ['true', true] },
  witnessKeyFile: { flag: ['none', ''], variable: ['/run/a b', '/run/a b'], file: ['a', 'a'] },
  webhookSecretsFile: { flag: ['none', ''], variable: ['/run/a b', '/run/a b'], file: ['a', 'a'] },
  allowedHosts: {
    flag: ['any', 'any'],
    variable: ['Registry.example.com., primes.corp.example', ['registry.example.com', 'primes.corp.example']],
    file: ['auto', 'auto'],
  },
  mcp: { flag: ['on', 'on'], variable: ['off', 'off'], file: ['off', 'off'] },
  mcpOrigins: {
    flag: ['none', []],
    variable: ['https://App.example.com', ['https://app.example.com']],
    file: ['http://localhost:6274', ['http://localhost:6274']],
  },
  crossOrigin: {
    flag: ['any', 'any'],
    variable: [
      'https://App.example.com, http://localhost:5173/',
      ['https://app.example.com', 'http://localhost:5173'],
    ],
    file: ['same', 'same'],
  },
  trustedProxies: {
    flag: ['none', []],
    variable: ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1/128']],
    file: ['loopback', ['127.0.0.0/8', '::1/128']],
  },
  publishRate: {
    flag: ['off', 'off'],
    variable: ['10/1s', { requests: 10, windowS: 1 }],
    file: ['1000000/1d', { requests: 1_000_000, windowS: 86_400 }],
  },
  yankRate: {
    flag: ['off', 'off'],
    variable: ['1/90s', { requests: 1, windowS: 90 }],
    file: ['5/1h', { requests: 5, windowS: 3600 }],
  },
  readRate: {
    flag: ['off', 'off'],
    variable: ['600/1m', { requests: 600, windowS: 60 }],
    file: ['7/2m', { requests: 7, windowS: 120 }],
  },
  exchangeRate: {
    flag: ['off', 'off'],
    variable: ['60/1m', { requests: 60, windowS: 60 }],
    file: ['5/1s', { requests: 5, windowS: 1 }],
  },
  failedAuthRate: {
    flag: ['off', 'off'],
    variable: ['3/1m', { requests: 3, windowS: 60 }],
    file: ['30/1m', { requests: 30, windowS: 60 }],
  },
  headersTimeoutMs: { flag: ['1s', 1000], variable: ['2m', 120_000], file: ['5s', 5000] },
  stallTimeoutMs: { flag: ['1s', 1000], variable: ['2m', 120_000], file: ['5s', 5000] },
  keepAliveMs: { flag: ['1s', 1000], variable: ['2m', 120_000], file: ['5s', 5000] },
  maxConnectionsPerAddress: { flag: ['0', 0], variable: ['1000000', 1_000_000], file: ['100', 100] },
  maxConnections: { flag: ['1', 1], variable: ['1000000', 1_000_000], file: ['100', 100] },
  maxUploads: { flag: ['1', 1], variable: ['100000', 100_000], file: ['10', 10] },
  overloadDelayMs: { flag: ['0', 0], variable: ['1s', 1000], file: ['50ms', 50] },
  maxMemoryBytes: { flag: ['0', 0], variable: ['512MiB', 2 ** 29], file: ['1GiB', 2 ** 30] },
  requestTimeoutMs: { flag: ['1ms', 1], variable: ['5s', 5000], file: ['10m', 600_000] },
  shutdownGraceMs: { flag: ['2h', 7_200_000], variable: ['1d', 86_400_000], file: ['30s', 30_000] },
  responseCacheBytes: { flag: ['0', 0], variable: ['64MiB', 2 ** 26], file: ['1KiB', 1024] },
  readLeases: { flag: ['off', 'off'], variable: ['proxy', 'proxy'], file: ['auto', 'auto'] },
  logLevel: { flag: ['silent', 'silent'], variable: ['debug', 'debug'], file: ['error', 'error'] },
};

describe('a setting', () => {
  for (const [key, { flag, variable, file }] of Object.entries(SAMPLES)) {
    const { name } = SETTINGS[key as keyof ServerSettings];
    const variableName = `PRIME_REGISTRY_${name.replaceAll('-', '_').toUpperCase()}`;

    test(`${name}: the flag overrides ${variableName}, which overrides the file, which overrides the default`, async () => {
      const config = await writeConfig(`${name}: ${JSON.stringify(file[0])}\n`);
      const load = (flags: Record<string, string>, environment: Record<string, string>) =>
        loadSettings({ flags, environment });
      const others = ({ [key as keyof ServerSettings]: _, ...rest }: ServerSettings) => rest;
      for (const [settings, expected] of [
        [load({ [name]: flag[0], config }, { [variableName]: variable[0] }), flag[1]],
        [load({ config }, { [variableName]: variable[0] }), variable[1]],
        [load({ config }, { [variableName]: '' }), file[1]],
        [load({ config }, {}), file[1]],
        [load({}, {}), DEFAULT_SETTINGS[key as keyof ServerSettings]],
      ] as const) {
        assert.deepEqual(settings[key as keyof ServerSettings], expected);
        assert.deepEqual(others(settings), others(DEFAULT_SETTINGS), 'nothing else changes');
      }
    });
  }

  test('a wrong value is refused, wherever it was given, which the message says', async () => {
    for (const { name, allowed, isSecret = false } of ALL_SETTINGS) {
      const variable = variableOf({ name });
      const config = await writeConfig(`${name}: "\\t"\n`);
      const given: [from: string, sources: Parameters<typeof loadSettings>[0]][] = [
        [config, { flags: { config }, environment: {} }],
        [variable, { flags: { config }, environment: { [variable]: '\t' } }],
        [`--${name}`, { flags: { config, [name]: '\t' }, environment: { [variable]: '\t' } }],
      ];
      for (const [from, sources] of given) {
        assert.throws(() => loadSettings(sources), {
          name: 'SettingError',
          message: `${name}: ${isSecret ? 'the value' : "'\\u{9}'"} (from ${from}) is not allowed; use ${allowed}`,
        });
      }
    }
  });

  test('workers: auto is one per core, up to the maximum', () => {
    const { workers } = loadSettings({ flags: { workers: 'auto' }, environment: {} });
    assert.equal(workers, Math.min(availableParallelism(), 64));
  });

  test('public-url: nothing in it can surprise', () => {
    const load = (text: string) => loadSettings({ flags: { 'public-url': text }, environment: {} });
    for (const [text, message] of [
      ['http://primes.example', /is not allowed; use none, or an address such as https:/],
      ['primes.example', /is not allowed; use none/],
      ['https://', /is not allowed; use none/],
      ['https://a b', /is not allowed; use none/],
      ['https://[::1', /is not allowed; use none/],
      ['https://me:pw@primes.example', /the address contains credentials/],
      ['https://primes.example/?', /has a query or a fragment/],
      ['https://primes.example/#x', /has a query or a fragment/],
      ['https://primes.example/a/../b', /the path '\/a\/\.\.\/b' cannot be used/],
      ['https://primes.example//', /the path '\/' cannot be used/],
      ['https://primes.example/a+b', /cannot be used/],
      ['https://primes.example/%2e', /cannot be used/],
      ['https://primes.example\\a', /cannot be used|not allowed/],
    ] as const) {
      assert.throws(() => load(text), { name: 'SettingError', message }, text);
    }
  });

  test('of a switch: --private and --no-private, as the command line parses them', () => {
    const load = (value: boolean) =>
      loadSettings({ flags: { private: value }, environment: { PRIME_REGISTRY_PRIVATE: 'true' } }).isPrivate;
    assert.equal(load(true), true);
    assert.equal(load(false), false);
  });
});

describe('variables that other programs share', () => {
  const load = (environment: Record<string, string>) => loadSettings({ flags: {}, environment });

  test('are the defaults for requests to upstreams', () => {
    const { upstreamProxy, upstreamCafile } = load({
      ...{ https_proxy: 'http://a:1', HTTP_PROXY: 'http://b:1', NO_PROXY: '.corp', SSL_CERT_FILE: CAFILE },
    });
    assert.deepEqual(upstreamProxy, {
      https: { text: 'http://a:1', from: 'https_proxy' },
      http: { text: 'http://b:1', from: 'HTTP_PROXY' },
      bypass: '.corp',
    });
    assert.equal(upstreamCafile, CAFILE);
  });

  test('count less than our own; NO_PROXY counts for any proxy', () => {
    const shared = { https_proxy: 'http://a:1', NO_PROXY: '.corp', SSL_CERT_FILE: '/other.pem' };
    const own = { PRIME_REGISTRY_UPSTREAM_PROXY: 'http://own:1', PRIME_REGISTRY_UPSTREAM_CAFILE: CAFILE };
    const { upstreamProxy, upstreamCafile } = load({ ...shared, ...own });
    assert.deepEqual(upstreamProxy, { ...proxyOf('http://own:1'), bypass: '.corp' });
    assert.equal(upstreamCafile, CAFILE);
    const none = load({ ...shared, PRIME_REGISTRY_UPSTREAM_PROXY: 'none' });
    assert.deepEqual(none.upstreamProxy, { bypass: '*' });
  });

  test('do not stop a registry that needs none of them', () => {
    assert.doesNotThrow(() => load({ HTTPS_PROXY: 'socks5://a:1', SSL_CERT_FILE: '/nowhere.pem' }));
  });
});

describe('the configuration file', () => {
  const load = (config: string) => loadSettings({ flags: { config }, environment: {} });

  test('is given by --config, or by PRIME_REGISTRY_CONFIG', async () => {
    const config = await writeConfig('port: 4100\n');
    const other = join(folder, 'other.yaml');
    await writeFile(other, 'port: 4200\n');
    assert.equal(loadSettings({ flags: {}, environment: { PRIME_REGISTRY_CONFIG: config } }).port, 4100);
    const both = { flags: { config: other }, environment: { PRIME_REGISTRY_CONFIG: config } };
    assert.equal(loadSettings(both).port, 4200);
    assert.equal(loadSettings({ flags: {}, environment: { PRIME_REGISTRY_CONFIG: '' } }).port, 4000);
  });

  test('may contain every setting, in any YAML spelling of a text', async () => {
    const text = 'private: true\nport: \'4100\'\nmax-tarball: 5 MiB # small\n"log-level": |-\n  warn\n';
    const { isPrivate, port, maxTarballBytes, logLevel } = load(await writeConfig(text));
    assert.deepEqual(
      { isPrivate, port, maxTarballBytes, logLevel },
      {
        isPrivate: true,
        port: 4100,
        maxTarballBytes: 5 * 2 ** 20,
        logLevel: 'warn',
      },
    );
  });

  test('may be empty', async () => {
    for (const text of ['', '# nothing yet\n', '---\n']) {
      assert.deepEqual(load(await writeConfig(text)), DEFAULT_SETTINGS, JSON.stringify(text));
    }
  });

  const refused: [title: string, text: string | Uint8Array, message: RegExp][] = [
    [
      'a key that is not a setting',
      'prot: 4100\n',
      /^'prot' in .*registry\.yaml is not a setting; the settings are host, port, /,
    ],
    ['the key config', 'config: other.yaml\n', /^'config' in .* is not a setting/],
    ['the token, which does not belong in a file', 'token: secret\n', /^'token' in .* is not a setting/],
    ['a list', '- port\n', /^config: '.*registry\.yaml' must contain lines such as 'port: 4000'/],
    ['a text', 'port\n', /must contain lines such as/],
    [
      'a list as a value',
      'port: [4100]\n',
      /^port: a list or mapping \(from .*registry\.yaml\) is not allowed; use a whole/,
    ],
    [
      'a mapping as a value',
      'port: {number: 4100}\n',
      /^port: a list or mapping \(from .*registry\.yaml\) is not allowed; use a whole/,
    ],
    ['no value', 'port:\n', /^port: '' \(from .*registry\.yaml\) is not allowed; use a whole number/],
    ['a key twice', 'port: 1\nport: 2\n', /^config: cannot read '.*registry\.yaml': .*line 2/s],
    ['two documents', 'port: 1\n---\nport: 2\n', /^config: cannot read/],
    ['invalid YAML', 'port: [\n', /^config: cannot read '.*registry\.yaml': .*line/s],
    [
      'a word for a switch',
      'private: yes\n',
      /^private: 'yes' \(from .*registry\.yaml\) is not allowed; use true or false/,
    ],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00]), /^config: /],
  ];
  for (const [title, text, message] of refused) {
    test(`is refused with ${title}`, async () => {
      const config = await writeConfig(text);
      assert.throws(() => load(config), { name: 'SettingError', message });
    });
  }

  test('is refused if it is missing, or a folder', () => {
    const missing = join(folder, 'missing.yaml');
    assert.throws(() => load(missing), {
      name: 'SettingError',
      message: /^config: cannot read '.*missing\.yaml': ENOENT/,
    });
    assert.throws(() => load(folder), { name: 'SettingError', message: /^config: cannot read '.*': EISDIR/ });
  });
});

describe('variables', () => {
  test('unknown variables that look like settings are found', () => {
    const environment = {
      PRIME_REGISTRY_PROT: '1',
      PRIME_REGISTRY_SERVICE_HOST: '10.0.0.1',
      PRIME_REGISTRY_PORT: '1',
      PRIME_REGISTRY_MAX_TARBALL: '1MiB',
      PRIME_REGISTRY_TOKEN: 'secret',
      PRIME_REGISTRY_CONFIG: 'registry.yaml',
      PRIME_REGISTRYPORT: '1',
      PORT: '1',
    };
    assert.deepEqual(findUnknownVariables(environment), [
      'PRIME_REGISTRY_PROT',
      'PRIME_REGISTRY_SERVICE_HOST',
    ]);
  });

  test('the address that Kubernetes puts into PRIME_REGISTRY_PORT is ignored', () => {
    const environment = { PRIME_REGISTRY_PORT: 'tcp://10.0.0.1:4000' };
    assert.equal(loadSettings({ flags: {}, environment }).port, 4000);
    assert.equal(loadSettings({ flags: { port: '4100' }, environment }).port, 4100);
  });

  test('the admin token is a bearer token, and never in the message that refuses it', () => {
    const read = (token: string) => readAdminToken({ PRIME_REGISTRY_TOKEN: token });
    assert.equal(read('aZ09-._~+/='), 'aZ09-._~+/=');
    assert.equal(read(''), undefined);
    assert.equal(readAdminToken({}), undefined);
    for (const token of ['two words', 'naïve', 'quoted"', ' padded', 'a=b', 'line\nbreak']) {
      assert.throws(
        () => read(token),
        (error) =>
          error instanceof SettingError &&
          error.message.startsWith('PRIME_REGISTRY_TOKEN is not a bearer token; use ') &&
          !error.message.includes(token),
      );
    }
  });
});
