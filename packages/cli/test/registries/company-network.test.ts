// Commands in a company's network: a registry below a path of a web server, whose certificate is of the company's own
// authority, reached only through a proxy.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type CompanyProxy,
  createPrimeUser,
  type FrontServer,
  makeAuthority,
  type PrimeUser,
  startCompanyProxy,
  startFrontServer,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const HOST = 'primes.corp.example';
const REGISTRY = `https://${HOST}/primes`;
const authority = makeAuthority('Corp Authority');

let registry: TestRegistry;
let front: FrontServer;
let proxy: CompanyProxy;
let proxyUrl: string;
let user: PrimeUser;

before(async () => {
  registry = await startRegistry();
  await registry.author.mustPublish({ version: '1.0.0' });
  front = await startFrontServer(registry.baseUrl, authority.issue([HOST]), '/primes');
  proxy = await startCompanyProxy({ names: { [`${HOST}:443`]: front.port }, credentials: 'me:hunter2' });
  proxyUrl = `http://me:hunter2@127.0.0.1:${proxy.port}`;
});

beforeEach(async () => {
  await user?.remove();
  user = await createPrimeUser({ HTTPS_PROXY: proxyUrl });
  await writeFile(join(user.project, 'ca.pem'), authority.cert);
});

after(async () => {
  await user?.remove();
  await proxy[Symbol.asyncDispose]();
  await front[Symbol.asyncDispose]();
  await registry.stop();
});

/** Settings for one more user. */
async function userWith(environment: Record<string, string>): Promise<PrimeUser> {
  const other = await createPrimeUser(environment);
  await writeFile(join(other.project, 'ca.pem'), authority.cert);
  return other;
}

describe('a certificate of an own authority', () => {
  test('is refused with what to do about it', async () => {
    const { code, stderr } = await user.prime(['versions', '@acme/web-style', '--remote', REGISTRY]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /error: https:\/\/primes\.corp\.example\/primes is not reachable: its certificate is not trusted\./,
    );
    assert.match(stderr, /help: .*--cafile <file>.*prime config set cafile <file>.*NODE_EXTRA_CA_CERTS/);
    assert.deepEqual(front.requests, []);
  });

  test('is accepted with --cafile, also when the user has another file', async () => {
    const args = ['versions', '@acme/web-style', '--remote', REGISTRY, '--cafile', 'ca.pem'];
    await mkdir(user.configFolder, { recursive: true });
    await writeFile(join(user.configFolder, 'config.yaml'), 'cafile: /nowhere.pem\n');
    const { code, stdout, stderr } = await user.prime(args);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /1\.0\.0/);
  });

  test("is accepted with the user's setting, which `prime config` checks and shows", async () => {
    assert.equal((await user.prime(['config', 'set', 'cafile', 'ca.pem'])).code, 0);
    const shown = await user.prime(['config', 'list']);
    assert.match(shown.stdout, new RegExp(`cafile +${join(user.project, 'ca.pem')} +your own file`));
    assert.equal((await user.prime(['info', '@acme/web-style', '--remote', REGISTRY])).code, 0);
    assert.equal((await user.prime(['config', 'unset', 'cafile'])).code, 0);
    assert.equal((await user.prime(['config', 'get', 'cafile'])).code, 1);

    const missing = await user.prime(['config', 'set', 'cafile', 'gone.pem']);
    assert.match(missing.stderr, /cafile: .*gone\.pem does not exist/);
  });

  test('is accepted with SSL_CERT_FILE; a file that is gone is only a warning', async () => {
    await using other = await userWith({
      HTTPS_PROXY: proxyUrl,
      SSL_CERT_FILE: join(user.project, 'ca.pem'),
    });
    assert.equal((await other.prime(['versions', '@acme/web-style', '--remote', REGISTRY])).code, 0);
    await using unlucky = await userWith({ SSL_CERT_FILE: '/nowhere/ca.pem' });
    const args = ['versions', '@acme/web-style', '--remote', registry.baseUrl];
    assert.equal((await unlucky.prime(args)).code, 0);
    const refused = await unlucky.prime(['versions', '@acme/web-style', '--remote', 'https://127.0.0.1:1']);
    assert.match(refused.stderr, /warning: SSL_CERT_FILE is ignored: \/nowhere\/ca\.pem does not exist/);
  });

  test('that has expired, or is for another host, is refused with any file', async () => {
    const wrong = {
      'its certificate has expired': authority.issue(['127.0.0.1'], { isExpired: true }),
      'its certificate is for another host': authority.issue(['other.example']),
    };
    for (const [reason, certified] of Object.entries(wrong)) {
      await using server = await startFrontServer(registry.baseUrl, certified);
      const url = `https://127.0.0.1:${server.port}`;
      const args = ['versions', '@acme/web-style', '--remote', url, '--cafile', 'ca.pem'];
      const { code, stderr } = await user.prime(args);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`is not reachable: ${reason}`));
      assert.deepEqual(server.requests, []);
    }
  });
});

describe('the file of a project', () => {
  test('cannot name certificate authorities', async () => {
    await mkdir(join(user.project, '.primes'));
    await writeFile(
      join(user.project, '.primes/config.yaml'),
      `registries: [${REGISTRY}]\ncafile: ${join(user.project, 'ca.pem')}\n`,
    );
    const { code, stderr } = await user.prime(['versions', '@acme/web-style']);
    assert.equal(code, 2);
    assert.match(stderr, /'cafile' +is only for your own settings/);
    const set = await user.prime(['config', 'set', 'cafile', 'ca.pem', '--for-project']);
    assert.equal(set.code, 3);
    assert.match(set.stderr, /cafile is only in your own settings/);
  });

  test('cannot name a proxy', async () => {
    await mkdir(join(user.project, '.primes'));
    for (const key of ['proxy', 'https-proxy', 'HTTPS_PROXY']) {
      await writeFile(join(user.project, '.primes/config.yaml'), `${key}: http://127.0.0.1:1\n`);
      assert.equal((await user.prime(['versions', '@acme/web-style', '--remote', REGISTRY])).code, 2);
    }
  });
});

describe('a proxy', () => {
  test('sees neither tokens nor paths, and is told with --verbose without its password', async () => {
    const args = ['versions', '@acme/web-style', '--remote', REGISTRY, '--cafile', 'ca.pem', '--verbose'];
    const { code, stdout, stderr } = await user.prime([...args, '--token', 'pri_of-a-test']);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      new RegExp(`${REGISTRY} is asked through the proxy 127\\.0\\.0\\.1:\\d+ \\(HTTPS_PROXY\\)`),
    );
    assert.doesNotMatch(stdout + stderr, /hunter2|pri_of-a-test/);
    assert.equal(front.requests.at(-1)?.authorization, 'Bearer pri_of-a-test');
    for (const { line, headers } of proxy.requests) {
      assert.equal(line, `CONNECT ${HOST}:443`);
      assert.equal(headers.authorization, undefined);
    }
  });

  test('that refuses the password is asked once, not again and again', async () => {
    await using other = await userWith({ https_proxy: proxyUrl.replace('hunter2', 'wrong-pass') });
    const before = proxy.requests.length;
    const args = ['versions', '@acme/web-style', '--remote', REGISTRY, '--cafile', 'ca.pem'];
    const { code, stderr } = await other.prime(args);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /is not reachable: the proxy 127\.0\.0\.1:\d+ \(https_proxy\) refuses the name and the password/,
    );
    assert.doesNotMatch(stderr, /wrong-pass/);
    assert.equal(proxy.requests.length, before + 1);
  });

  test('that is not one is an error before anything is sent', async () => {
    await using other = await userWith({ HTTPS_PROXY: 'socks5://me:hunter2@127.0.0.1:1' });
    const { code, stderr } = await other.prime(['versions', '@acme/web-style', '--remote', REGISTRY]);
    assert.equal(code, 3);
    assert.match(stderr, /HTTPS_PROXY is a socks5 proxy, which is not supported/);
    assert.doesNotMatch(stderr, /hunter2/);
  });

  test('is not for this machine, nor for hosts in NO_PROXY', async () => {
    const dead = 'http://127.0.0.1:1';
    await using other = await userWith({ HTTP_PROXY: dead, HTTPS_PROXY: dead, NO_PROXY: '.corp.example' });
    assert.equal((await other.prime(['versions', '@acme/web-style', '--remote', registry.baseUrl])).code, 0);
    const direct = await other.prime(['versions', '@acme/web-style', '--remote', REGISTRY, '--timeout', '5']);
    assert.match(direct.stderr, /no such host|DNS lookup/, 'the name is only known to the proxy');
  });
});

test('a registry below a path gets all requests below it: log in, publish, search, install', async () => {
  const { token } = registry.author;
  const common = ['--remote', REGISTRY, '--cafile', 'ca.pem'];
  const steps = [
    ['login', REGISTRY, '--cafile', 'ca.pem', '--token', token ?? ''],
    ['init', 'mine', '--name', '@acme/mine', '--description', 'Mine', '--yes'],
    ['publish', 'mine', ...common],
    ['search', 'mine', ...common],
    ['install', '@acme/mine', ...common],
    ['verify'],
  ];
  for (const args of steps) {
    const { code, stderr } = await user.prime(args);
    assert.equal(code, 0, `${args[0]}: ${stderr}`);
  }
  assert.ok(front.requests.every(({ path }) => path.startsWith('/primes/')));
  assert.match(
    await readFile(join(user.project, '.primes/lock.yaml'), 'utf8'),
    new RegExp(`registry: ${REGISTRY}\n`),
  );
});
