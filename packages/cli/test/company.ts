// A company: a registry with a certificate of the company's own authority, behind a proxy that asks for a password.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, startCompanyProxy, startFrontServer, startRegistry } from '@prime-registry/testkit';

/** The host of its registry, which only the proxy can reach. */
export const HOST = 'primes.corp.example';
/** The registry, below a path. */
export const REGISTRY = `https://${HOST}/knowledge/primes`;

/** The company: a registry with one Prime, its web server, its proxy, the file of its authority, and a token of its operator. */
export async function startCompany() {
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'company-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const registry = stack.adopt(await startRegistry(), (each) => each.stop());
  await registry.admin.mustPublish({ name: '@acme/web-style', version: '1.2.0' });

  const authority = makeAuthority('Acme Authority');
  const path = new URL(REGISTRY).pathname;
  const front = stack.use(await startFrontServer(registry.baseUrl, authority.issue([HOST]), path));
  const proxy = stack.use(
    await startCompanyProxy({ names: { [`${HOST}:443`]: front.port }, credentials: 'jane:s3cret word' }),
  );
  const cafile = join(folder, 'acme-ca.pem');
  await writeFile(cafile, authority.cert);
  const proxyUrl = `http://jane:s3cret%20word@127.0.0.1:${proxy.port}`;
  const token = registry.admin.token ?? '';
  return { cafile, front, proxy, proxyUrl, token, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
