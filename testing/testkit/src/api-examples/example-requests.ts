// A request for each endpoint, in an order in which all of them succeed.
import { TOKEN_EXCHANGE } from '@prime-registry/protocol';
import { type SshSigner, statementText } from '../ssh/index.ts';
import { FIRST } from './example-primes.ts';

/** A request whose answer is shown. */
export interface ExampleRequest {
  /** The operation of the API document. */
  readonly operation: string;
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Whose token is sent; default none. */
  readonly as?: 'author' | 'admin';
  readonly headers?: Readonly<Record<string, string>>;
  /** As JSON, a form, or a text. */
  readonly body?: object | URLSearchParams | string;
  /** Lines of the answer that are shown, if not the first ones. */
  readonly shows?: RegExp;
}

const PRIME = '/-/primes/@acme/brewing';
const V1 = `${PRIME}/1.0.0`;

/** Requests that read. */
export const READS: readonly ExampleRequest[] = [
  { operation: 'listVersions', path: '/pack/%40acme%2Fbrewing' },
  { operation: 'readManifest', path: '/pack/@acme/brewing/1.1.0' },
  { operation: 'downloadTarball', path: '/pack/@acme/brewing/1.1.0/tarball' },
  { operation: 'search', path: '/search?q=brew' },
  { operation: 'listPrimes', path: '/-/primes?limit=2' },
  { operation: 'readPrimes', path: '/-/resolve?primes=@acme/brewing@1.0.0' },
  { operation: 'listChanges', path: '/-/changes?limit=1' },
  { operation: 'readSourceManifest', path: `${V1}/pack.yaml` },
  { operation: 'readDownloads', path: `${PRIME}/downloads?days=1` },
  { operation: 'listAtoms', path: `${V1}/atoms?limit=1` },
  { operation: 'diffVersions', path: `${PRIME}/diff/1.0.0...1.1.0` },
  { operation: 'readScore', path: `${V1}/score` },
  { operation: 'lookUpAtoms', path: '/-/atoms?ids=@acme/rule-warm-the-pot' },
  { operation: 'listEdgesIn', path: '/-/atoms/@acme/rule-warm-the-pot/edges-in' },
  { operation: 'readAtom', path: '/-/atoms/@acme/rule-warm-the-pot?text=summary' },
  { operation: 'readAtomText', path: '/-/atoms/@acme/rule-warm-the-pot/core' },
  { operation: 'searchInside', path: '/-/search?q=pot&limit=1' },
  { operation: 'suggest', path: '/-/suggest?q=br' },
  { operation: 'describeLog', path: '/-/log' },
  { operation: 'readLogCheckpoint', path: '/-/log/checkpoint' },
  { operation: 'readLogTile', path: '/-/log/tile/entries/000.p/1' },
  { operation: 'readLogConsistency', path: '/-/log/consistency?from=1&to=2' },
  { operation: 'readLogProofs', path: '/-/log/proofs?primes=@acme/brewing@1.0.0' },
  { operation: 'readLogProof', path: `${V1}/proof` },
  { operation: 'skillIndex', path: '/.well-known/agent-skills/index.json' },
  { operation: 'registrySkill', path: '/.well-known/agent-skills/prime-registry/SKILL.md' },
  { operation: 'primeSkillIndex', path: '/-/skills/@acme/brewing/.well-known/agent-skills/index.json' },
  {
    operation: 'versionSkillIndex',
    path: '/-/skills/@acme/brewing/1.0.0/.well-known/agent-skills/index.json',
  },
  { operation: 'skillArchive', path: '/-/skills/@acme/brewing/1.0.0/brewing.tar.gz' },
  { operation: 'authorizationServer', path: '/.well-known/oauth-authorization-server' },
  {
    operation: 'mcp',
    method: 'POST',
    path: '/-/mcp',
    headers: { 'content-type': 'application/json' },
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'search_knowledge', arguments: { query: 'warm pot' } },
    },
  },
  { operation: 'whoami', path: '/-/whoami', as: 'author' },
  { operation: 'live', path: '/-/health/live' },
  { operation: 'ready', path: '/-/health/ready' },
  { operation: 'metrics', path: '/-/metrics', shows: /^# (HELP|TYPE) prime_registry_(publish|download)/ },
  { operation: 'openApi', path: '/-/openapi.json', shows: /openapi|^ {2}"info|^ {4}"title/ },
  { operation: 'apiReference', path: '/-/api', shows: /^<title>|^<h2 id/ },
];

/** Requests that change something, after all that read. */
export function changesBy(signer: SshSigner, token: string): readonly ExampleRequest[] {
  const key = `/-/scopes/@acme/signers/${encodeURIComponent(signer.fingerprint)}`;
  const exchange = { grant_type: TOKEN_EXCHANGE.grantType, subject_token_type: TOKEN_EXCHANGE.accessToken };
  return [
    { operation: 'addSigner', method: 'PUT', path: key, as: 'admin', body: { key: signer.publicKey } },
    { operation: 'readSigners', path: '/-/scopes/@acme/signers' },
    {
      ...{ operation: 'addSignature', method: 'POST', path: `${V1}/signatures`, as: 'author' },
      body: { signature: signer.sign(statementText(FIRST)) },
    },
    { operation: 'readSignatures', path: `${V1}/signatures` },
    {
      ...{
        operation: 'setSigningPolicy',
        method: 'PUT',
        path: '/-/scopes/@acme/signing-policy',
        as: 'admin',
      },
      body: { require_signature: false },
    },
    { operation: 'removeSigner', method: 'DELETE', path: key, as: 'admin' },
    {
      ...{ operation: 'deprecate', method: 'PUT', path: `${PRIME}/deprecation`, as: 'author' },
      body: { range: '<1.1.0', message: 'The water was too cold.', successor: { name: '@acme/brewing' } },
    },
    { operation: 'undeprecate', method: 'DELETE', path: `${PRIME}/deprecation?range=<1.1.0`, as: 'author' },
    {
      ...{ operation: 'setChannel', method: 'PUT', path: `${PRIME}/channels/beta`, as: 'author' },
      body: { version: '1.1.0' },
    },
    { operation: 'readLifecycle', path: `${PRIME}/lifecycle` },
    { operation: 'removeChannel', method: 'DELETE', path: `${PRIME}/channels/beta`, as: 'author' },
    {
      ...{ operation: 'movePrime', method: 'PUT', path: '/-/primes/@acme/pots/move', as: 'author' },
      body: { to: '@acme/brewing' },
    },
    { operation: 'moveBack', method: 'DELETE', path: '/-/primes/@acme/pots/move', as: 'author' },
    {
      ...{ operation: 'yank', method: 'DELETE', path: '/pack/@acme/brewing/1.2.0-rc.1', as: 'author' },
      body: { reason: 'It has a mistake.' },
    },
    { operation: 'unyank', method: 'DELETE', path: `${PRIME}/1.2.0-rc.1/yank`, as: 'author' },
    {
      ...{ operation: 'removeVersion', method: 'POST', path: `${PRIME}/1.2.0-rc.1/removal`, as: 'admin' },
      body: { category: 'secret' },
    },
    {
      ...{ operation: 'exchangeToken', method: 'POST', path: '/-/token' },
      body: new URLSearchParams({ ...exchange, subject_token: token, scope: 'publish scope:@acme' }),
    },
    {
      ...{ operation: 'revokeToken', method: 'POST', path: '/-/revoke' },
      body: new URLSearchParams({ token: 'a-token-that-leaked' }),
    },
  ];
}
