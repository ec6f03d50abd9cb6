// A path of every endpoint, with its methods, and what a registry must have for it.
import { createHash } from 'node:crypto';
import type { ROUTES } from '@prime-registry/protocol';
import { atomFiles, type TestRegistry } from '@prime-registry/testkit';
import { ASSETS } from '@prime-registry/web';
import { GITHUB, publishAs } from '../provenance/provenance.ts';

/** Publishes what the paths name. The registry must be a witness. */
export async function fillForEndpoints(registry: TestRegistry): Promise<void> {
  await registry.author.mustPublish({ files: { ...atomFiles({ id: '@acme/one' }), 'a.svg': '<svg/>' } });
  await publishAs(registry, GITHUB, '1.0.0', '@acme/built');
  await registry.store.keepWitnessedLog({ origin: 'log.example', url: 'https://log.example', vkeys: [] }, 1);
  await registry.store.advanceWitnessedLog('log.example', 0, { size: 1, note: 'a note', atMs: 1 });
}

/** How a log is named in a path: by the SHA-256 of its name. */
const WITNESSED = createHash('sha256').update('log.example').digest('hex');

/** The methods of a read. */
const READ = 'GET, HEAD, OPTIONS';

/** By the name of the path. */
export const ENDPOINTS: Readonly<Record<keyof typeof ROUTES, { path: string; allow: string }>> = {
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
