// A private registry, endpoint by endpoint, from the table of routes: a new one is private, or listed here as open.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ROUTES } from '@prime-registry/protocol';
import { type Answer, expectProblem, startRegistry } from '@prime-registry/testkit';
import { routes } from '../../src/routes/index.ts';
import { accessOf } from '../../src/routes/route.ts';
import { ENDPOINTS, fillForEndpoints } from '../http-surface/endpoints.ts';

const registry = await startRegistry({
  isPrivate: true,
  isWitness: true,
  publicUrl: 'https://primes.example/team',
  failedAuthRate: 'off',
});
after(() => registry.stop());
await fillForEndpoints(registry);
await registry.admin.mustPublish({ name: '@undisclosed/plans', description: 'Undisclosed words' });
const reader = await registry.actorWith({ permissions: ['read'], scopes: ['@other'] });
const writer = await registry.actorWith({ permissions: ['publish', 'yank'], scopes: ['*'] });

/** What everybody may ask for, as docs/http-api.md says. */
const OPEN: ReadonlySet<string> = new Set([
  ...[ROUTES.live, ROUTES.ready, ROUTES.openApi, ROUTES.apiReference],
  ...[ROUTES.home, ROUTES.publishingPage, ROUTES.llmsText, ROUTES.robots],
  ...[ROUTES.asset, ROUTES.favicon, ROUTES.touchIcon],
  ...[ROUTES.token, ROUTES.revoke, ROUTES.authorizationServer, ROUTES.authorizationServerOfPath],
  ...[ROUTES.witnessAddCheckpoint, ROUTES.witnessCheckpoint],
]);

/** What is published, and in no example of the interface. */
const CONTENT = /undisclosed/i;
/** Headers that ask for less than the whole answer. */
const PARTS = [{}, { 'if-none-match': '*' }, { range: 'bytes=0-0' }, { accept: 'text/html' }];

const PATHS: ReadonlyMap<string, string> = new Map(
  Object.entries(ROUTES).map(([name, pattern]) => [pattern, ENDPOINTS[name as keyof typeof ROUTES].path]),
);

function pathOf(pattern: string): string {
  const path = PATHS.get(pattern);
  assert.ok(path !== undefined, pattern);
  return path;
}

for (const route of routes) {
  const { method = 'GET', path: pattern } = route;
  const path = pathOf(pattern);
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
  describe(`${method} ${pattern}`, () => {
    if (OPEN.has(pattern)) {
      test('is open, and shows nothing of what is published', async () => {
        for (const each of methods) {
          const answer = await registry.anonymous.request(path, { method: each });
          assert.ok(answer.status !== 401 && answer.status < 500, String(answer.status));
          assert.doesNotMatch(answer.text, CONTENT);
        }
      });
      return;
    }

    test('needs a token', async () => {
      for (const each of methods)
        for (const headers of PARTS) {
          const answer = await registry.anonymous.request(path, { method: each, headers });
          assert.equal(answer.status, 401);
          assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
          assert.equal(answer.headers.get('etag'), null);
          assert.doesNotMatch(answer.text, CONTENT);
        }
    });

    if (accessOf(route) !== 'readers') return;

    test('needs a token that may read', async () => {
      for (const each of methods) {
        const answer = await writer.request(path, { method: each });
        if (each === 'HEAD') assert.equal(answer.status, 403);
        else expectProblem(answer, 'permission_missing');
      }
    });

    test('is kept by no shared cache', async () => {
      for (const each of methods)
        for (const headers of PARTS) requirePrivate(await reader.request(path, { method: each, headers }));
    });
  });
}

function requirePrivate({ status, headers }: Answer): void {
  assert.ok(status !== 401 && status !== 403 && status < 500, String(status));
  assert.match(headers.get('cache-control') ?? 'none', /\b(?:private|no-store)\b/, `${status}`);
}

test('everything that is open is an endpoint', () => {
  const patterns = new Set(routes.map(({ path }) => path));
  for (const pattern of OPEN) assert.ok(patterns.has(pattern), pattern);
});
