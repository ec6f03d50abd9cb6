// /-/openapi.json describes every endpoint, and the real answers match it.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readVersion } from '@prime-registry/launch';
import { type Actor, type Answer, atomFiles, startRegistry } from '@prime-registry/testkit';
import { createSshSigner, statementText } from '@prime-registry/testkit/ssh';
import { ASSETS } from '@prime-registry/web';
import { Check } from 'typebox/schema';
import { routes } from '../../src/routes/index.ts';
import { attenuate, exchangeIdentity, postForm } from '../exchange/exchanging.ts';
import { change } from '../lifecycle/changing.ts';
import { GITHUB, publishAs } from '../provenance/provenance.ts';
import {
  addSignature,
  addSigner,
  publishSigned,
  requireSignatures,
  signaturesOf,
  signerOf,
} from '../signatures/signing.ts';
import { pngOf } from '../tasks/pictures.ts';

const registry = await startRegistry({ publicUrl: 'https://primes.example/team' });
after(() => registry.stop());
const { anonymous, author } = registry;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: { $ref?: string } }>> }>
  >;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>>;
  };
}

const document: Document = (await anonymous.get('/-/openapi.json')).json;
const isValid = (schema: object, value: unknown): boolean => Check(schema, value);
const template = (path: string): string =>
  path
    .replace('tile/:level/*', 'tile/:level/:tile')
    .replace('*', ':path')
    .replaceAll(/:(\w+)/g, '{$1}');

describe('the document', () => {
  test('describes every route of the registry, and no other', () => {
    assert.deepEqual([document.openapi, document.info.version], ['3.1.0', readVersion()]);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      described.sort(),
      routes.map(({ method = 'GET', path }) => `${method} ${template(path)}`).sort(),
    );
  });

  test('has the parameters of every path, all of them required', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const { operationId, parameters = [] } of Object.values(methods)) {
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        assert.deepEqual(
          inPath.map(({ name }) => name),
          expected,
          operationId,
        );
        assert.ok(inPath.every(({ required }) => required));
      }
    }
  });

  test('has unique operation ids, and no dangling references', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
      (match) => match[1] ?? '',
    );
    assert.ok(references.length > 10);
    for (const reference of references) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? '';
      assert.ok(document.components.schemas[name], reference);
    }
  });

  test('says where a token is required, and what a publish consists of', () => {
    const needing = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ security = [] }) => security.length > 0);
    assert.deepEqual(needing.map(({ operationId }) => operationId).sort(), [
      ...['addSignature', 'addSigner', 'checkPublish'],
      ...['deprecate', 'moveBack', 'movePrime', 'publish', 'removeChannel'],
      ...['removeSigner', 'removeVersion', 'setChannel', 'setSigningPolicy'],
      ...['undeprecate', 'unyank', 'whoami', 'yank'],
    ]);
    const form = document.paths['/publish']?.post?.requestBody?.content['multipart/form-data']?.schema;
    assert.ok(form !== undefined && 'required' in form);
    assert.deepEqual(form.required, ['manifest', 'tarball']);
  });
});

describe('answers match the document', () => {
  const PRIME = '/pack/{scope}/{name}';
  const PAGE = '/-/prime/{scope}/{name}';
  const VERSION = `${PRIME}/{version}`;
  const ATOMS = 'get /-/primes/{scope}/{name}/{version}/atoms';
  const SCORE = 'get /-/primes/{scope}/{name}/{version}/score';
  const TILE = 'get /-/log/tile/{level}/{tile}';
  const METADATA = 'get /.well-known/oauth-authorization-server';
  const PROOF = 'get /-/primes/{scope}/{name}/{version}/proof';
  const PROVENANCE = 'get /-/primes/{scope}/{name}/{version}/provenance';
  const DIFF = 'get /-/primes/{scope}/{name}/diff/{range}';
  const files = {
    ...atomFiles({ id: '@acme/one', edges: { see: ['@acme/two'] } }, { id: '@acme/two' }),
    'a.png': pngOf(1, 1),
  };
  const RC = '/pack/@acme/web-style/1.0.0-rc.1';
  const changes: [operation: string, path: string, body?: object][] = [
    [
      'put /-/primes/{scope}/{name}/deprecation',
      'deprecation',
      { message: 'Old.', successor: { name: '@a/b' } },
    ],
    ['put /-/primes/{scope}/{name}/deprecation', 'deprecation', {}],
    ['put /-/primes/{scope}/{name}/channels/{channel}', 'channels/beta', { version: '1.0.0-rc.1' }],
    ['put /-/primes/{scope}/{name}/channels/{channel}', 'channels/latest', { version: '1.0.0-rc.1' }],
    ['delete /-/primes/{scope}/{name}/channels/{channel}', 'channels/beta'],
    ['delete /-/primes/{scope}/{name}/channels/{channel}', 'channels/beta'],
    ['put /-/primes/{scope}/{name}/move', 'move', { to: '@acme/nothing' }],
    ['delete /-/primes/{scope}/{name}/move', 'move'],
    ['delete /-/primes/{scope}/{name}/deprecation', 'deprecation'],
    ['delete /-/primes/{scope}/{name}/deprecation', 'deprecation'],
    ['delete /-/primes/{scope}/{name}/{version}/yank', '1.0.0-rc.1/yank'],
    ['delete /-/primes/{scope}/{name}/{version}/yank', '9.0.0/yank'],
    ['post /-/primes/{scope}/{name}/{version}/removal', '1.0.0-rc.1/removal', { category: 'secret' }],
  ];
  const LIFECYCLE = changes.map(([operation, path, body]): [string, () => Promise<Answer>] => [
    operation,
    () => change(author, operation.split(' ')[0]?.toUpperCase() as 'PUT', path, body),
  ]);
  const signer = createSshSigner();
  const signed = { name: '@acme/signed', version: '1.0.0' };
  const signature = signer.sign(statementText(signed));
  const SIGNATURES = '/-/primes/{scope}/{name}/{version}/signatures';
  const SIGNER = '/-/scopes/{scope}/signers/{fingerprint}';
  const POLICY = 'put /-/scopes/{scope}/signing-policy';
  const of = (version: string) => signaturesOf(signed.name, version);
  const SIGNING: [operation: string, request: () => Promise<Answer>][] = [
    [`put ${SIGNER}`, () => addSigner(registry.admin, '@acme', signer, 'ada@example.com')],
    [`put ${SIGNER}`, () => addSigner(author, '@acme', signer)],
    [`put ${SIGNER}`, () => addSigner(registry.admin, '@acme', signer, 'two words')],
    ['post /publish', () => publishSigned(author, signed, [])],
    [`post ${SIGNATURES}`, () => addSignature(author, signed.name, '1.0.0', signature)],
    [`post ${SIGNATURES}`, () => addSignature(author, signed.name, '1.0.0', signature)],
    [`post ${SIGNATURES}`, () => addSignature(author, signed.name, '1.0.0', 'x')],
    [`post ${SIGNATURES}`, () => addSignature(author, signed.name, '2.0.0', signature)],
    [`get ${SIGNATURES}`, () => anonymous.get(of('1.0.0'))],
    [`get ${SIGNATURES}`, () => anonymous.get(of('2.0.0'))],
    [`get ${VERSION}`, () => anonymous.get('/pack/@acme/signed/1.0.0')],
    [POLICY, () => requireSignatures(registry.admin, '@acme', true)],
    [POLICY, () => requireSignatures(registry.admin, '@acme', 'x')],
    ['post /publish', () => author.publish({ name: '@acme/unsigned' })],
    [POLICY, () => requireSignatures(registry.admin, '@acme', false)],
    [`delete ${SIGNER}`, () => registry.admin.request(signerOf('@acme', signer), { method: 'DELETE' })],
    [`delete ${SIGNER}`, () => registry.admin.request(signerOf('@acme', signer), { method: 'DELETE' })],
    ['get /-/scopes/{scope}/signers', () => anonymous.get('/-/scopes/@acme/signers')],
  ];
  const INDEX = '.well-known/agent-skills/index.json';
  const SKILL = '/-/skills/{scope}/{name}';
  const rc = '/-/skills/@acme/web-style/1.0.0-rc.1';
  const SKILLS: [operation: string, request: () => Promise<Answer>][] = [
    [`get /${INDEX}`, () => anonymous.get(`/${INDEX}`)],
    [
      'get /.well-known/agent-skills/prime-registry/SKILL.md',
      () => anonymous.get('/.well-known/agent-skills/prime-registry/SKILL.md'),
    ],
    [`get ${SKILL}/${INDEX}`, () => anonymous.get(`/-/skills/@acme/built/${INDEX}`)],
    [`get ${SKILL}/${INDEX}`, () => anonymous.get(`/-/skills/@acme/nothing/${INDEX}`)],
    [`get ${SKILL}/{version}/${INDEX}`, () => anonymous.get(`${rc}/${INDEX}`)],
    [`get ${SKILL}/{version}/{file}`, () => anonymous.get(`${rc}/web-style.tar.gz`)],
    [
      `get ${SKILL}/{version}/{file}`,
      () => anonymous.get(`${rc}/web-style.tar.gz`, { 'if-none-match': '*' }),
    ],
    [`get ${SKILL}/{version}/{file}`, () => anonymous.get(`${rc}/other.tar.gz`)],
  ];
  // In this order: a version is published, read, yanked and read again.
  const exchanges: [operation: string, request: () => Promise<Answer>][] = [
    ['post /-/publish/check', () => author.checkPublish({ version: '1.0.0-rc.1', files })],
    ['post /-/publish/check', () => anonymous.checkPublish()],
    ['post /publish', () => author.publish({ version: '1.0.0-rc.1', files })],
    ['post /-/publish/check', () => author.checkPublish({ version: '1.0.0-rc.1', files })],
    ['post /publish', () => author.publish({ version: '1.0.0-rc.1' })],
    ['post /publish', () => author.publish({ name: '@acme/other' })],
    ['post /publish', () => author.publish({ version: '2.0.0', manifest: 'x' })],
    ['post /publish', () => anonymous.publish()],
    ['post /publish', () => registry.stranger.publish()],
    [`get ${PRIME}`, () => anonymous.get('/pack/%40acme%2Fweb-style')],
    [`get ${PRIME}`, () => anonymous.get('/pack/@acme/nothing')],
    [`get ${VERSION}`, () => anonymous.get(RC)],
    [`get ${VERSION}`, () => anonymous.get('/pack/@acme/web-style/2.0.0')],
    [`get ${VERSION}/tarball`, () => anonymous.get(`${RC}/tarball`)],
    [`get ${VERSION}/tarball`, () => anonymous.get(`${RC}/tarball`, { range: 'bytes=0-1' })],
    [`get ${VERSION}/tarball`, () => anonymous.get(`${RC}/tarball`, { range: 'bytes=99999-' })],
    [`get ${VERSION}/tarball`, () => anonymous.get(`${RC}/tarball`, { 'if-none-match': '*' })],
    ['get /-/search', () => anonymous.get('/-/search?q=one&scope=@acme')],
    ['get /-/search', () => anonymous.get('/-/search?q=')],
    ['get /search', () => anonymous.get('/search?q=web')],
    ['get /search', () => anonymous.get('/search')],
    [
      'get /-/resolve',
      () => anonymous.get('/-/resolve?primes=@acme/web-style,@acme/web-style@1.0.0-rc.1,@a/b'),
    ],
    ['get /-/resolve', () => anonymous.get('/-/resolve')],
    ['get /-/changes', () => anonymous.get('/-/changes')],
    ['get /-/changes', () => anonymous.get('/-/changes?after=x')],
    ['get /-/changes', () => anonymous.get(`/-/changes?after=${'0'.repeat(16)}.1`)],
    ['get /-/primes', () => anonymous.get('/-/primes')],
    ['get /-/primes', () => anonymous.get('/-/primes?limit=0')],
    [
      `get /-/primes/{scope}/{name}/{version}/pack.yaml`,
      () => anonymous.get('/-/primes/@acme/web-style/1.0.0-rc.1/pack.yaml'),
    ],
    ['get /-/primes/{scope}/{name}/downloads', () => anonymous.get('/-/primes/@acme/web-style/downloads')],
    [
      'get /-/primes/{scope}/{name}/downloads',
      () => anonymous.get('/-/primes/@acme/web-style/downloads?days=x'),
    ],
    ['get /-/primes/{scope}/{name}/lifecycle', () => anonymous.get('/-/primes/@acme/web-style/lifecycle')],
    ['get /-/primes/{scope}/{name}/lifecycle', () => anonymous.get('/-/primes/@acme/nothing/lifecycle')],
    ...LIFECYCLE,
    ...SIGNING,
    ['get /-/find', () => anonymous.get('/-/find?q=web')],
    ['get /-/find', () => anonymous.request('/-/find')],
    ['get /-/suggest', () => anonymous.get('/-/suggest?q=we')],
    ['get /-/suggest', () => anonymous.get('/-/suggest')],
    ['get /-/browse', () => anonymous.get('/-/browse')],
    ['get /-/scopes', () => anonymous.get('/-/scopes')],
    ['get /-/atom/{scope}/{name}', () => anonymous.request('/-/atom/@acme/one')],
    ['get /-/atom/{scope}/{name}', () => anonymous.get('/-/atom/@acme/absent')],
    [`get ${PAGE}`, () => anonymous.get('/-/prime/@acme/web-style')],
    [`get ${PAGE}`, () => anonymous.get('/-/prime/@acme/nothing')],
    [`get ${PAGE}/versions`, () => anonymous.get('/-/prime/@acme/web-style/versions')],
    [`get ${PAGE}/diff`, () => anonymous.get('/-/prime/@acme/web-style/diff')],
    [
      `get ${PAGE}/diff/{range}`,
      () => anonymous.get('/-/prime/@acme/web-style/diff/1.0.0-rc.1...1.0.0-rc.1'),
    ],
    [`get ${PAGE}/{version}`, () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1')],
    [
      `get ${PAGE}/{version}/atoms`,
      () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/atoms?kind=rule'),
    ],
    [`get ${PAGE}/{version}/read`, () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/read?text=full')],
    [`get ${PAGE}/{version}/files`, () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/files')],
    [
      `get ${PAGE}/{version}/files/{path}`,
      () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/files/primes/sources/@acme/one.prime'),
    ],
    [
      `get ${PAGE}/{version}/file/{path}`,
      () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/file/a.png'),
    ],
    [`get ${PAGE}/{version}/graph`, () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/graph')],
    [`get ${PAGE}/{version}/graph.png`, () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/graph.png')],
    [`get ${PAGE}/{version}/graph.svg`, () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/graph.svg')],
    [`get ${PAGE}/{version}/graph.png`, () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/graph.png')],
    [
      `get ${PAGE}/{version}/atom/{atomScope}/{atomName}`,
      () => anonymous.get('/-/prime/@acme/web-style/1.0.0-rc.1/atom/@acme/one'),
    ],
    ['get /-/scope/{scope}', () => anonymous.get('/-/scope/@acme')],
    ['get /-/publishing', () => anonymous.get('/-/publishing')],
    ['get /-/assets/{file}', () => anonymous.get(ASSETS.style)],
    ['get /-/assets/{file}', () => anonymous.get('/-/assets/style.css')],
    ['get /robots.txt', () => anonymous.get('/robots.txt')],
    ['get /sitemap.xml', () => anonymous.get('/sitemap.xml')],
    ['get /-/sitemap/pages.xml', () => anonymous.get('/-/sitemap/pages.xml')],
    ['get /-/sitemap/{scope}/primes.xml', () => anonymous.get('/-/sitemap/@acme/primes.xml')],
    ['get /favicon.ico', () => anonymous.get('/favicon.ico')],
    ['get /apple-touch-icon.png', () => anonymous.get('/apple-touch-icon.png')],
    ['get /-/feed', () => anonymous.get('/-/feed')],
    ['get /-/feed/{scope}', () => anonymous.get('/-/feed/@acme')],
    ['get /-/feed/{scope}/{name}', () => anonymous.get('/-/feed/@acme/web-style')],
    ['get /-/feed/{scope}/{name}', () => anonymous.get('/-/feed/@acme/nothing')],
    [ATOMS, () => anonymous.get('/-/primes/@acme/web-style/1.0.0-rc.1/atoms?problems=include')],
    [ATOMS, () => anonymous.get('/-/primes/@acme/web-style/1.0.0-rc.1/atoms?limit=0')],
    [ATOMS, () => anonymous.get('/-/primes/@acme/web-style/7.0.0/atoms')],
    [DIFF, () => anonymous.get('/-/primes/@acme/web-style/diff/1.0.0-rc.1...1.0.0-rc.1')],
    [DIFF, () => anonymous.get('/-/primes/@acme/web-style/diff/1.0.0-rc.1')],
    ['get /-/atoms/{scope}/{name}', () => anonymous.get('/-/atoms/@acme/one?text=full')],
    ['get /-/atoms/{scope}/{name}', () => anonymous.get('/-/atoms/@acme/nothing')],
    ['get /-/atoms/{scope}/{name}', () => anonymous.get('/-/atoms/@acme/one?text=long')],
    ['get /-/atoms/{scope}/{name}/{level}', () => anonymous.get('/-/atoms/@acme/one/core')],
    ['get /-/atoms/{scope}/{name}/{level}', () => anonymous.get('/-/atoms/@acme/one/long')],
    ['get /-/atoms', () => anonymous.get('/-/atoms?ids=@acme/one,@acme/two')],
    ['get /-/atoms', () => anonymous.get('/-/atoms')],
    ['get /-/atoms/{scope}/{name}/edges-in', () => anonymous.get('/-/atoms/@acme/one/edges-in')],
    ['get /-/atoms/{scope}/{name}/edges-in', () => anonymous.get('/-/atoms/@acme/one/edges-in?after=x')],
    [SCORE, () => anonymous.get('/-/primes/@acme/web-style/1.0.0-rc.1/score')],
    [SCORE, () => anonymous.get('/-/primes/@acme/web-style/7.0.0/score')],
    [`delete ${VERSION}`, () => author.yank('@acme/web-style', '1.0.0-rc.1', { reason: 'old' })],
    [`delete ${VERSION}`, () => author.yank('@acme/web-style', '9.9.9')],
    [`delete ${VERSION}`, () => anonymous.yank('@acme/web-style', '1.0.0-rc.1')],
    [`get ${VERSION}`, () => anonymous.get(RC)],
    [`get ${PRIME}`, () => anonymous.get('/pack/@acme/web-style?yanked=include')],
    ['get /-/log', () => anonymous.get('/-/log')],
    ['get /-/log/checkpoint', () => anonymous.get('/-/log/checkpoint')],
    [TILE, () => anonymous.get('/-/log/tile/entries/000.p/2')],
    [TILE, () => anonymous.get('/-/log/tile/0/x001')],
    ['get /-/log/consistency', () => anonymous.get('/-/log/consistency?from=1&to=2')],
    ['get /-/log/proofs', () => anonymous.get('/-/log/proofs?primes=@acme/web-style@1.0.0-rc.1,@a/b@1.0.0')],
    ['get /-/log/proofs', () => anonymous.get('/-/log/proofs')],
    ['get /-/log/consistency', () => anonymous.get('/-/log/consistency?from=2&to=1')],
    [
      'post /-/witness/add-checkpoint',
      () => anonymous.request('/-/witness/add-checkpoint', { method: 'POST', body: 'old 0' }),
    ],
    ['get /-/witness/{log}/checkpoint', () => anonymous.get('/-/witness/00/checkpoint')],
    [PROOF, () => anonymous.get('/-/primes/@acme/other/1.0.0/proof')],
    [PROOF, () => anonymous.get('/-/primes/@acme/other/1.0.0/proof?size=x')],
    [PROOF, () => anonymous.get('/-/primes/@acme/web-style/1.0.0-rc.1/proof')],
    [PROOF, () => anonymous.get('/-/primes/@acme/web-style/9.9.9/proof')],
    ['post /-/mcp', () => postMcp(anonymous, { jsonrpc: '2.0', id: 1, method: 'tools/list' })],
    ['post /-/mcp', () => postMcp(anonymous, [])],
    ['post /-/mcp', () => postMcp(anonymous, { jsonrpc: '2.0', method: 'notifications/initialized' })],
    ['post /-/token', () => attenuate(anonymous, author.token ?? '')],
    ['post /-/token', () => attenuate(anonymous, 'nonsense')],
    ['post /-/token', () => exchangeIdentity(anonymous, 'nonsense')],
    ['post /-/revoke', () => postForm(anonymous, '/-/revoke', { token: 'nonsense' })],
    ['post /-/revoke', () => postForm(anonymous, '/-/revoke', {})],
    [METADATA, () => anonymous.get('/.well-known/oauth-authorization-server')],
    [`${METADATA}/{path}`, () => anonymous.get('/.well-known/oauth-authorization-server/team')],
    [`${METADATA}/{path}`, () => anonymous.get('/.well-known/oauth-authorization-server/other')],
    [
      PROVENANCE,
      async () => {
        await publishAs(registry, GITHUB, '1.0.0', '@acme/built');
        return anonymous.get('/-/primes/@acme/built/1.0.0/provenance');
      },
    ],
    [`get ${VERSION}`, () => anonymous.get('/pack/@acme/built/1.0.0')],
    [PROVENANCE, () => anonymous.get('/-/primes/@acme/web-style/1.0.0-rc.1/provenance')],
    ...SKILLS,
    ['get /-/whoami', () => author.get('/-/whoami')],
    ['get /-/whoami', () => anonymous.get('/-/whoami')],
    ['get /-/health/live', () => anonymous.get('/-/health/live')],
    ['get /-/health/ready', () => anonymous.get('/-/health/ready')],
    ['get /-/metrics', () => anonymous.get('/-/metrics')],
    ['get /-/openapi.json', () => anonymous.get('/-/openapi.json')],
    ['get /-/api', () => anonymous.get('/-/api')],
    ['get /llms.txt', () => anonymous.get('/llms.txt')],
    ['get /llms-full.txt', () => anonymous.get('/llms-full.txt')],
    ['get /', () => anonymous.get('/')],
  ];
  for (const [index, [operation, request]] of exchanges.entries()) {
    test(`${index + 1}. ${operation}`, async () => {
      const answer = await request();
      const [method = '', path = ''] = operation.split(' ');
      const described = document.paths[path]?.[method]?.responses[answer.status];
      assert.ok(described, `${answer.status} is described`);
      const [type] = (answer.headers.get('content-type') ?? '').split(';');
      assert.equal(
        type ?? '',
        Object.keys(described.content ?? {})[0] ?? '',
        'its content type is described',
      );
      const name = described.content?.[type ?? '']?.schema.$ref?.split('/').at(-1);
      if (name === undefined) return;
      const schema = document.components.schemas[name] ?? {};
      const body = JSON.parse(answer.text) as object;
      assert.ok(isValid(schema, body), answer.text);
      for (const field of schema.required ?? []) {
        assert.equal(isValid(schema, { ...body, [field]: undefined }), false, `${name} without ${field}`);
      }
    });
  }

  test('for every operation', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    assert.deepEqual(operations.sort(), [...new Set(exchanges.map(([operation]) => operation))].sort());
  });
});

function postMcp(actor: Actor, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return actor.request('/-/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
}
