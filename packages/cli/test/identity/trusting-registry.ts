// A registry that trusts the jobs of a runner, at an address that is known before it starts: tokens are made for it.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { startRegistry, type TestRegistry } from '@prime-registry/testkit';

type TrustRule = Parameters<TestRegistry['store']['insertTrustRule']>[0]['rule'];

const ISSUER = 'https://token.actions.githubusercontent.com';
const ACT = {
  ...{ atMs: 1, actorId: 'operator', actorName: 'test' },
  ...{ address: undefined, requestId: undefined },
} as const;

/** The claims of a job of GitHub, in the form of its documents. */
export const CLAIMS = {
  sub: 'repo:acme/web-style:environment:release',
  repository: 'acme/web-style',
  repository_id: '456789',
  repository_owner: 'acme',
  repository_owner_id: '123456',
  repository_visibility: 'public',
  workflow_ref: 'acme/web-style/.github/workflows/release.yml@refs/tags/v1.0.0',
  job_workflow_ref: 'acme/web-style/.github/workflows/release.yml@refs/tags/v1.0.0',
  ref: 'refs/tags/v1.0.0',
  ref_type: 'tag',
  sha: `3f2c1e9${'0'.repeat(33)}`,
  run_id: '77',
  run_attempt: '1',
  event_name: 'push',
  environment: 'release',
  runner_environment: 'github-hosted',
} as const;

/** A running registry. */
export interface TrustingRegistry extends AsyncDisposable {
  readonly registry: TestRegistry;
  /** Its public address. */
  readonly baseUrl: string;
  /** Signs the token of a job. */
  readonly issue: (audience: string, claims?: Readonly<Record<string, unknown>>) => string;
}

/** Starts it, with one rule. */
export async function startTrustingRegistry(draft: Partial<TrustRule> = {}): Promise<TrustingRegistry> {
  let target = 0;
  const relay = createServer((client) => {
    const server = createConnection(target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.pipe(to).on('error', () => from.destroy());
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const registry = await startRegistry({ publicUrl: baseUrl });
  target = Number(new URL(registry.baseUrl).port);

  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwksFile = join(registry.dataFolder, 'issuer.json');
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' };
  await writeFile(jwksFile, JSON.stringify({ keys: [key] }));
  const rule: TrustRule = {
    ...{ name: 'web-style releases', preset: 'github', issuer: ISSUER, pin: [] },
    conditions: {
      ...{ repository: 'acme/web-style', repository_id: '456789', repository_owner_id: '123456' },
      workflow_ref: { prefix: 'acme/web-style/.github/workflows/release.yml@' },
    },
    ...{ may: ['publish', 'yank'], scopes: ['@acme'], primes: [], show: 'names' },
    ...draft,
  };
  const issuer = { issuer: ISSUER, jwksFile, caFile: undefined, allowPrivateAddresses: false };
  await registry.store.setTrustIssuer(issuer, { ...ACT, action: 'trust-issuer' });
  const added = { id: randomUUID(), rule, createdAtMs: 1, createdBy: 'test' };
  await registry.store.insertTrustRule(added, { ...ACT, action: 'trust-add' });

  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    registry,
    baseUrl,
    issue(aud, claims = {}) {
      const now = Math.floor(Date.now() / 1000);
      const times = { iat: now, nbf: now - 5, exp: now + 300, jti: randomUUID() };
      const header = encode({ alg: 'RS256', kid: 'k1', typ: 'JWT' });
      const signed = `${header}.${encode({ ...CLAIMS, ...times, iss: ISSUER, aud, ...claims })}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    async [Symbol.asyncDispose]() {
      await registry.stop();
      relay.close();
    },
  };
}
