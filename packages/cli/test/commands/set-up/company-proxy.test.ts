// A story in real processes: a consumer installs a Prime in a company whose registry has a certificate of the
// company's own authority, and whose proxy asks for a password.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createPrimeUser } from '@prime-registry/testkit';
import { HOST, REGISTRY, startCompany } from '../../company.ts';

describe('behind a company proxy', () => {
  let company: Awaited<ReturnType<typeof startCompany>>;
  before(async () => {
    company = await startCompany();
  });
  after(() => company[Symbol.asyncDispose]());

  test('a consumer follows the messages until a Prime is installed', async () => {
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
      const before = company.front.requests.length;
      await using user = await createPrimeUser({ PRIME_REGISTRY: REGISTRY });
      const environment = { https_proxy: company.proxyUrl, [variable]: company.cafile };
      const { code, stderr } = await user.prime(['install', '@acme/web-style'], { environment });
      assert.equal(code, 0, stderr);
      assert.ok(company.front.requests.length > before);
    });
});
