// Methods: HEAD works wherever GET does, OPTIONS everywhere, and any other is a 405 that lists the allowed
// ones.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { ROUTES } from '@prime-registry/protocol';
import { atomFiles, expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';
import { ASSETS } from '@prime-registry/web';
import { GITHUB, publishAs } from '../provenance/provenance.ts';

const registry = await startRegistry({ isWitness: true, publicUrl: 'https://primes.example/team' });
after(() => registry.stop());
await registry.author.mustPublish({ files: { ...atomFiles({ id: '@acme/one' }), 'a.svg': '<svg/>' } });
await publishAs(registry, GITHUB, '1.0.0', '@acme/built');

await registry.store.keepWitnessedLog({ origin: 'log.example', url: 'https://log.example', vkeys: [] }, 1);
await registry.store.advanceWitnessedLog('log.example', 0, { size: 1, note: 'a note', atMs: 1 });
/** How a log is named in a path: by the SHA-256 of its name. */
const WITNESSED = createHash('sha256').update('log.example').digest('hex');

const READ = 'GET, HEAD, OPTIONS';

const endpoints: Readonly<Record<keyof typeof ROUTES, { path: string; allow: string }>> = {
  publish: { path: '/publish', allow: 'POST, OPTIONS' },
  publishCheck: { path: '/-/publish/check', allow: 'POST, OPTIONS' },
  search: { path: '/search?q=web', allow: READ },
  versionList: { path: '/pack/%40acme%2Fweb-style', allow: READ },
  versionManifest: { path: '/pack/@acme/web-style/1.0.0', allow: 'GET, HEAD, DELETE, OPTIONS' },
  tarball: { path: '/pack/%40acme/web-style/1.0.0/tarball', allow: READ },
  primeList: { path: '/-/primes?after=@acme/a', allow: READ },
  primeBatch: { path: '/-/resolve?primes=@acme/a', allow: READ },
  changes: { path: '/-/changes?limit=1', allow: READ },
  sourceManifest: { path: '/-/primes/@acme/web-style/1.0.0/pack.yaml', allow: READ },
  atomList: { path: '/-/primes/@acme/web-style/1.0.0/atoms', allow: READ },
  atomDiff: { path: '/-/primes/@acme/web-style/diff/1.0.0...1.0.0', allow: READ },
  atom: { path: '/-/atoms/@acme/one', allow: READ },
  atomText: { path: '/-/atoms/@acme/one/core', allow: READ },
  atomLookup: { path: '/-/atoms?ids=@acme/one', allow: READ },
  edgesIn: { path: '/-/atoms/@acme/one/edges-in', allow: READ },
  score: { path: '/-/primes/@acme/web-style/1.0.0/score', allow: READ },
  richSearch: { path: '/-/search?q=web', allow: READ },
  mcp: { path: '/-/mcp', allow: 'POST, OPTIONS' },
  token: { path: '/-/token', allow: 'POST, OPTIONS' },
  revoke: { path: '/-/revoke', allow: 'POST, OPTIONS' },
  authorizationServer: { path: '/.well-known/oauth-authorization-server', allow: READ },
  authorizationServerOfPath: { path: '/.well-known/oauth-authorization-server/team', allow: READ },
  skillIndex: { path: '/.well-known/agent-skills/index.json', allow: READ },
  registrySkill: { path: '/.well-known/agent-skills/prime-registry/SKILL.md', allow: READ },
  primeSkillIndex: { path: '/-/skills/@acme/web-style/.well-known/agent-skills/index.json', allow: READ },
  versionSkillIndex: {
    path: '/-/skills/%40acme%2Fweb-style/1.0.0/.well-known/agent-skills/index.json',
    allow: READ,
  },
  skillArchive: { path: '/-/skills/@acme/web-style/1.0.0/web-style.tar.gz', allow: READ },
  whoami: { path: '/-/whoami', allow: READ },
  live: { path: '/-/health/live', allow: READ },
  ready: { path: '/-/health/ready', allow: READ },
  metrics: { path: '/-/metrics', allow: READ },
  openApi: { path: '/-/openapi.json', allow: READ },
  apiReference: { path: '/-/api', allow: READ },
  downloads: { path: '/-/primes/@acme/web-style/downloads', allow: READ },
  lifecycle: { path: '/-/primes/@acme/web-style/lifecycle', allow: READ },
  deprecation: { path: '/-/primes/@acme/web-style/deprecation', allow: 'PUT, DELETE, OPTIONS' },
  channel: { path: '/-/primes/@acme/web-style/channels/beta', allow: 'PUT, DELETE, OPTIONS' },
  move: { path: '/-/primes/@acme/web-style/move', allow: 'PUT, DELETE, OPTIONS' },
  versionYank: { path: '/-/primes/%40acme%2Fweb-style/1.0.0/yank', allow: 'DELETE, OPTIONS' },
  removal: { path: '/-/primes/@acme/web-style/1.0.0/removal', allow: 'POST, OPTIONS' },
  signatures: { path: '/-/primes/@acme/web-style/1.0.0/signatures', allow: 'GET, HEAD, POST, OPTIONS' },
  signers: { path: '/-/scopes/%40acme/signers', allow: READ },
  signer: { path: `/-/scopes/@acme/signers/${'A'.repeat(43)}`, allow: 'PUT, DELETE, OPTIONS' },
  signingPolicy: { path: '/-/scopes/@acme/signing-policy', allow: 'PUT, OPTIONS' },
  log: { path: '/-/log', allow: READ },
  logCheckpoint: { path: '/-/log/checkpoint', allow: READ },
  witnessAddCheckpoint: { path: '/-/witness/add-checkpoint', allow: 'POST, OPTIONS' },
  witnessCheckpoint: { path: `/-/witness/${WITNESSED}/checkpoint`, allow: READ },
  logTile: { path: '/-/log/tile/entries/000.p/1', allow: READ },
  logProofs: { path: '/-/log/proofs?primes=@acme/web-style@1.0.0', allow: READ },
  logConsistency: { path: '/-/log/consistency?from=1&to=1', allow: READ },
  provenance: { path: '/-/primes/@acme/built/1.0.0/provenance', allow: READ },
  logProof: { path: '/-/primes/@acme/web-style/1.0.0/proof', allow: READ },
  llmsText: { path: '/llms.txt', allow: 'GET, HEAD, OPTIONS' },
  llmsFullText: { path: '/llms-full.txt', allow: 'GET, HEAD, OPTIONS' },
  home: { path: '/', allow: READ },
  findPage: { path: '/-/find?q=web', allow: READ },
  primePage: { path: '/-/prime/@acme/web-style', allow: READ },
  versionsPage: { path: '/-/prime/%40acme%2Fweb-style/versions', allow: READ },
  versionPage: { path: '/-/prime/@acme/web-style/1.0.0', allow: READ },
  diffPage: { path: '/-/prime/@acme/web-style/diff/1.0.0...1.0.0', allow: READ },
  diffFormPage: { path: '/-/prime/@acme/web-style/diff?from=1.0.0&to=1.0.0', allow: READ },
  atomsPage: { path: '/-/prime/@acme/web-style/1.0.0/atoms', allow: READ },
  readingPage: { path: '/-/prime/@acme/web-style/1.0.0/read', allow: READ },
  filesPage: { path: '/-/prime/@acme/web-style/1.0.0/files', allow: READ },
  fileTextPage: { path: '/-/prime/@acme/web-style/1.0.0/files/primes/sources/@acme/one.prime', allow: READ },
  file: { path: '/-/prime/@acme/web-style/1.0.0/file/a.svg', allow: READ },
  graphPage: { path: '/-/prime/@acme/web-style/1.0.0/graph', allow: READ },
  graphPicture: { path: '/-/prime/@acme/web-style/1.0.0/graph.svg', allow: READ },
  graphPreview: { path: '/-/prime/@acme/web-style/1.0.0/graph.png', allow: READ },
  atomPage: { path: '/-/prime/@acme/web-style/1.0.0/atom/@acme/one', allow: READ },
  suggest: { path: '/-/suggest?q=web', allow: READ },
  browsePage: { path: '/-/browse', allow: READ },
  scopesPage: { path: '/-/scopes', allow: READ },
  atomHomePage: { path: '/-/atom/@acme/one', allow: READ },
  scopePage: { path: '/-/scope/@acme', allow: READ },
  publishingPage: { path: '/-/publishing', allow: READ },
  asset: { path: ASSETS.style, allow: READ },
  feed: { path: '/-/feed', allow: READ },
  scopeFeed: { path: '/-/feed/@acme', allow: READ },
  primeFeed: { path: '/-/feed/@acme/web-style', allow: READ },
  robots: { path: '/robots.txt', allow: READ },
  sitemap: { path: '/sitemap.xml', allow: READ },
  pagesSitemap: { path: '/-/sitemap/pages.xml', allow: READ },
  scopeSitemap: { path: '/-/sitemap/%40acme/primes.xml', allow: READ },
  favicon: { path: '/favicon.ico', allow: READ },
  touchIcon: { path: '/apple-touch-icon.png', allow: READ },
};

const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'],
  ...['PROPFIND', 'MKCOL', 'LOCK', 'REPORT', 'M-SEARCH', 'PURGE', 'SUBSCRIBE'],
];

// A wrong body or type must not hide that the method is wrong.
const BODIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'Content-Length': '2', 'Content-Type': 'application/json' },
  { 'Content-Length': '2', 'Content-Type': ';;nonsense' },
];

for (const { path, allow } of Object.values(endpoints)) {
  describe(path, () => {
    const allowed = allow.split(', ');

    for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
      test(`${method}: 405`, async () => {
        for (const headers of BODIES) {
          const client = await RawClient.connect(registry.baseUrl);
          await client.sendHead(`${method} ${path} HTTP/1.1`, { ...headers, Connection: 'close' });
          if ('Content-Length' in headers) await client.send('{}');
          if (method === 'HEAD') {
            const answer = await client.readToEnd();
            assert.match(answer, new RegExp(`^HTTP/1\\.1 405 .*\r\nallow: ${allow}\r\n.*\r\n\r\n$`, 's'));
          } else {
            const answer = await client.readAnswer();
            const { detail } = expectProblem(answer, 'method_not_allowed');
            assert.equal(answer.headers.get('allow'), allow);
            assert.equal(detail, `${method} is not allowed here; use ${allow}.`);
          }
          client.destroy();
        }
      });
    }

    test('OPTIONS: 204 with the allowed methods', async () => {
      const { status, headers, bytes } = await registry.anonymous.request(path, { method: 'OPTIONS' });
      assert.equal(status, 204);
      assert.equal(headers.get('allow'), allow);
      assert.equal(headers.has('content-length'), false);
      assert.equal(bytes.length, 0);
    });

    if (allowed.includes('HEAD')) {
      test('HEAD: status and headers of GET, without a body', async () => {
        const [head = '', nothing] = await exchange('HEAD', path);
        const [get = '', body = ''] = await exchange('GET', path);
        // Its length is known at its end only.
        const isStreamed = /\r\ntransfer-encoding: chunked\r\n/i.test(get);
        assert.equal(nothing, '');
        assert.deepEqual(lasting(head), lasting(get));
        assert.match(get, path.startsWith('/-/atom/') ? /^HTTP\/1\.1 302 / : /^HTTP\/1\.1 200 /);
        // Every request changes the metrics, and so their length.
        if (path !== '/-/metrics' && !isStreamed)
          assert.match(head, new RegExp(`\r\ncontent-length: ${body.length}\r\n`));
      });
    }
  });
}

describe('an unknown path', () => {
  test('is a 404 for every method', async () => {
    for (const method of [...METHODS, 'OPTIONS']) {
      const client = await RawClient.connect(registry.baseUrl);
      await client.sendHead(`${method} /nowhere HTTP/1.1`, { 'Content-Length': '0', Connection: 'close' });
      assert.match(await client.readToEnd(), /^HTTP\/1\.1 404 /, method);
    }
  });

  test('is a 404 with headers only for HEAD', async () => {
    const [head = '', nothing] = await exchange('HEAD', '/pack/@acme/nothing');
    const [get = '', body = ''] = await exchange('GET', '/pack/@acme/nothing');
    assert.equal(nothing, '');
    assert.deepEqual(lasting(head), lasting(get));
    assert.match(head, new RegExp(`\r\ncontent-length: ${body.length}\r\n`));
  });
});

/**
 * Sends a request with a token.
 * @returns the head of the answer, and what follows until the connection ends
 */
async function exchange(method: string, path: string): Promise<string[]> {
  const client = await RawClient.connect(registry.baseUrl);
  const authorization = { Authorization: `Bearer ${registry.author.token}` };
  await client.sendHead(`${method} ${path} HTTP/1.1`, { Connection: 'close', ...authorization });
  const answer = await client.readToEnd();
  const end = answer.indexOf('\r\n\r\n') + 4;
  return [answer.slice(0, end), answer.slice(end)];
}

function lasting(head: string): string[] {
  return head
    .split('\r\n')
    .filter((line) => !/^(date|x-request-id|content-length|transfer-encoding):/i.test(line));
}
