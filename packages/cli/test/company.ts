// A company: a registry with a certificate of the company's own authority, behind a proxy that asks for a password.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeAuthority,
  publishForm,
  startCompanyProxy,
  startFrontServer,
  startProcess,
} from '@prime-registry/testkit';

/** The host of its registry, which only the proxy can reach. */
export const HOST = 'primes.corp.example';
/** The registry, below a path. */
export const REGISTRY = `https://${HOST}/knowledge/primes`;
/** The token of its operator. */
export const ADMIN = 'token-of-the-operator';

/** The company: a registry with one Prime, its web server, its proxy, and the file of its authority. */
export async function startCompany() {
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
