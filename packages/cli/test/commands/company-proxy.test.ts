// A story in real processes: a consumer installs a Prime in a company whose registry has a certificate of the
// company's own authority, and whose proxy asks for a password.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  createPrimeUser,
  makeAuthority,
  publishForm,
  startCompanyProxy,
  startFrontServer,
  startProcess,
} from '@prime-registry/testkit';

const HOST = 'primes.corp.example';
const REGISTRY = `https://${HOST}/knowledge/primes`;
const ADMIN = 'token-of-the-operator';

/** The company: a registry with one Prime, its web server, its proxy, and the file of its authority. */
async function startCompany() {
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'company-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const registry = await startProcess({
    dataFolder: join(folder, 'data'),
    environment: { PRIME_REGISTRY_TOKEN: ADMIN },
  });
  stack.defer(async () => void (await registry.end('SIGTERM')));
  const form = publishForm({ name: '@acme/web-style', version: '1.2.0' });
  const authorization = `Bearer ${ADMIN}`;
  const published = await fetch(`${registry.baseUrl}/publish`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  assert.equal(published.status, 201, await published.text());

  const authority = makeAuthority('Acme Authority');
  const path = new URL(REGISTRY).pathname;
  const front = stack.use(await startFrontServer(registry.baseUrl, authority.issue([HOST]), path));
  const proxy = stack.use(
    await startCompanyProxy({ names: { [`${HOST}:443`]: front.port }, credentials: 'jane:s3cret word' }),
  );
  const cafile = join(folder, 'acme-ca.pem');
  await writeFile(cafile, authority.cert);
  const proxyUrl = `http://jane:s3cret%20word@127.0.0.1:${proxy.port}`;
  return { cafile, front, proxy, proxyUrl, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe('behind a company proxy', () => {
  test('a consumer follows the messages until a Prime is installed', async () => {
    await using company = await startCompany();
    await using user = await createPrimeUser({ PRIME_REGISTRY: REGISTRY });
    const install = (environment: Record<string, string>) =>
      user.prime(['install', '@acme/web-style@^1.0.0'], { environment });

    const without = await install({ HTTPS_PROXY: company.proxyUrl.replace('jane:s3cret%20word@', '') });
    assert.equal(without.code, 1);
    assert.match(without.stderr, /the proxy 127\.0\.0\.1:\d+ \(HTTPS_PROXY\) wants a name and a password/);

    const untrusted = await install({ HTTPS_PROXY: company.proxyUrl });
    assert.equal(untrusted.code, 1);
    assert.match(untrusted.stderr, /its certificate is not trusted[\s\S]*--cafile <file>/);

    const set = await user.prime(['config', 'set', 'cafile', company.cafile]);
    assert.equal(set.code, 0, set.stderr);
    const installed = await install({ HTTPS_PROXY: company.proxyUrl });
    assert.equal(installed.code, 0, installed.stderr);
    assert.match(installed.stdout, new RegExp(`\\+ @acme/web-style +1\\.2\\.0 .* ${REGISTRY}`));

    const lock = await readFile(join(user.project, '.primes/lock.yaml'), 'utf8');
    const said = [without, untrusted, installed].map(({ stdout, stderr }) => stdout + stderr).join('');
    assert.doesNotMatch(`${said}${lock}`, /s3cret/);
    assert.ok(company.proxy.requests.every(({ line }) => line === `CONNECT ${HOST}:443`));
    assert.equal((await user.prime(['verify'])).code, 0);
  });

  for (const variable of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'])
    test(`a CI job needs only variables: https_proxy and ${variable}`, async () => {
      await using company = await startCompany();
      await using user = await createPrimeUser({ PRIME_REGISTRY: REGISTRY });
      const environment = { https_proxy: company.proxyUrl, [variable]: company.cafile };
      const { code, stderr } = await user.prime(['install', '@acme/web-style'], { environment });
      assert.equal(code, 0, stderr);
      assert.ok(company.front.requests.length > 0);
    });
});
