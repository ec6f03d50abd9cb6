// Primes as Agent Skills over HTTP: discovery documents, archives, and who may read them.
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readTarStream } from '@prime-registry/archive';
import type { SkillIndex } from '@prime-registry/protocol';
import {
  type Actor,
  atomFiles,
  expectProblem,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { type Chain, startChain } from '../mirror/chain.ts';

const ATOMS = atomFiles(
  { id: '@web-style/rule-one', description: 'Prefer const. It is short.' },
  { id: '@web-style/fact-two', kind: 'fact', description: 'Bytes are cheap.' },
);
const ROOT = '/.well-known/agent-skills/index.json';
const OWN = '/-/skills/@acme/own';
const STYLE = '/-/skills/@acme/web-style';

/** The entries of a discovery document, each with the files of its archive, or with its SKILL.md. */
async function readIndex(actor: Actor, path: string) {
  const { status, text, json } = await actor.get(path);
  assert.equal(status, 200, text);
  const index = json as SkillIndex;
  assert.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json');
  return Promise.all(
    index.skills.map(async (entry) => {
      const url = new URL(entry.url, `http://r.example${path}`);
      const { bytes, headers } = await actor.get(url.pathname);
      assert.equal(`sha256:${hash('sha256', bytes)}`, entry.digest);
      const files =
        entry.type === 'skill-md' ? new Map([['SKILL.md', bytes.toString()]]) : await unpack(bytes);
      return { ...entry, path: url.pathname, headers, files };
    }),
  );
}

async function unpack(archive: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  async function* chunks() {
    yield gunzipSync(archive);
  }
  for await (const { path, body } of readTarStream(chunks())) {
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part.slice());
    files.set(path, Buffer.concat(parts).toString());
  }
  return files;
}

/** More than is read and rendered in the thread of the server. */
const MANY = atomFiles(
  ...Array.from({ length: 80 }, (_, at) => ({ id: `@many/rule-${at}`, notes: `${at} words `.repeat(100) })),
);
/** Unpacked in many pieces. */
const LARGE = Array.from({ length: 40_000 }, (_, line) => `line ${line}`).join('\n');
const LONG = randomBytes(20_000).toString('base64');

describe('of this registry', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry({
      featuredSkills: ['@acme/own', '@acme/gone', '@acme/web-style', '@acme/web_style', '@acme/never.read'],
    });
    const { author } = registry;
    await author.mustPublish({ files: ATOMS });
    await author.mustPublish({ version: '1.1.0+build', files: ATOMS });
    await author.mustPublish({ name: '@acme/web_style', files: ATOMS });
    await author.mustPublish({
      name: '@acme/own',
      files: {
        ...ATOMS,
        'SKILL.md': '---\nname: house-rules\ndescription: Mine\n---\n# Hi\n',
        'ref/a.md': LONG,
        'ref/large.txt': LARGE,
      },
    });
    await author.mustPublish({ name: '@acme/many', files: MANY });
  });
  after(() => registry.stop());

  test('a Prime: one skill, as an archive with SKILL.md and its atoms', async () => {
    const [skill, ...others] = await readIndex(registry.anonymous, `${STYLE}${ROOT}`);
    assert.ok(skill);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [skill.name, skill.type, skill.path],
      ['web-style', 'archive', `${STYLE}/1.1.0%2Bbuild/web-style.tar.gz`],
    );
    assert.match(skill.description, /^Rules for writing web pages\. /);
    assert.deepEqual(
      [...skill.files.keys()],
      ['SKILL.md', 'atoms/fact/fact-two.md', 'atoms/rule/rule-one.md'],
    );
    assert.match(
      skill.files.get('SKILL.md') ?? '',
      /^---\nname: web-style\n[\s\S]*\n {2}version: "1\.1\.0\+build"\n/,
    );
  });

  test('a version has its own document', async () => {
    const [skill] = await readIndex(registry.anonymous, `${STYLE}/1.0.0${ROOT}`);
    assert.match(skill?.files.get('SKILL.md') ?? '', / {2}version: "1\.0\.0"\n/);
  });

  test('a Prime with a SKILL.md is served as it is', async () => {
    const [skill] = await readIndex(registry.anonymous, `${OWN}${ROOT}`);
    assert.equal(skill?.name, 'house-rules');
    assert.equal(skill.description, 'Mine');
    assert.equal(skill.files.get('SKILL.md'), '---\nname: house-rules\ndescription: Mine\n---\n# Hi\n');
    assert.deepEqual(
      [...skill.files.keys()].toSorted(),
      ['SKILL.md', ...Object.keys(ATOMS), 'ref/a.md', 'ref/large.txt'].toSorted(),
    );
    assert.equal(skill.files.get('ref/large.txt'), LARGE);
    assert.equal(skill.files.get('ref/a.md'), LONG);
  });

  test('a version that is yanked or removed is no skill any more, although its skill is in memory', async () => {
    const name = '@acme/gone-later';
    const { anonymous, author, admin } = registry;
    for (const version of ['1.0.0-rc.1', '1.0.0-rc.2'])
      await author.mustPublish({ name, version, files: ATOMS });
    const path = `/-/skills/${name}`;
    const versionOf = async () => {
      const [skill] = await readIndex(anonymous, `${path}${ROOT}`);
      return / {2}version: "(.*)"/.exec(skill?.files.get('SKILL.md') ?? '')?.[1];
    };
    assert.equal(await versionOf(), '1.0.0-rc.2');
    assert.equal((await author.yank(name, '1.0.0-rc.2')).status, 200);
    assert.equal(await versionOf(), '1.0.0-rc.1');
    assert.equal(
      (await readIndex(anonymous, `${path}/1.0.0-rc.2${ROOT}`)).length,
      1,
      'a yanked version by its number',
    );
    const headers = { 'content-type': 'application/json' };
    const body = '{"category":"secret"}';
    const removed = await admin.request(`/-/primes/${name}/1.0.0-rc.2/removal`, {
      method: 'POST',
      headers,
      body,
    });
    assert.equal(removed.status, 200, removed.text);
    for (const gone of [`/1.0.0-rc.2${ROOT}`, '/1.0.0-rc.2/gone-later.tar.gz'])
      expectProblem(await anonymous.get(`${path}${gone}`), 'version_removed');
    const { text } = await anonymous.request('/-/mcp', {
      ...{ method: 'POST', headers },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'resources/read' },
        params: { uri: 'skill://acme/1.0.0-rc.2/gone-later/SKILL.md' },
      }),
    });
    assert.match(text, /"error"/);
    await admin.request(`/-/primes/${name}/1.0.0-rc.1/removal`, { method: 'POST', headers, body });
    expectProblem(await anonymous.get(`${path}${ROOT}`), 'version_removed');
  });

  test('a large Prime, which other threads read and render', async () => {
    const [skill] = await readIndex(registry.anonymous, `/-/skills/@acme/many${ROOT}`);
    assert.equal(skill?.files.size, 81);
    assert.match(skill.files.get('atoms/rule/rule-79.md') ?? '', /79 words 79 words/);
  });

  test('over MCP, skills have the same bytes as in archives', async () => {
    const ask = async (method: string, params: object) => {
      const { status, text, json } = await registry.anonymous.request('/-/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      assert.equal(status, 200, text);
      return json.result;
    };
    const { skills, nextCursor } = await ask('skills/list', {});
    assert.equal(nextCursor, undefined);
    assert.deepEqual(
      skills.map(({ uri }: { uri: string }) => uri),
      [
        'skill://acme/many/SKILL.md',
        'skill://acme/own/house-rules/SKILL.md',
        'skill://acme/web-style/SKILL.md',
        'skill://acme/web_style/web-style/SKILL.md',
      ],
    );
    for (const [prime, uri] of [
      ['@acme/own', 'skill://acme/own/house-rules/SKILL.md'],
      ['@acme/web-style', 'skill://acme/web-style/SKILL.md'],
    ]) {
      const { skill } = await ask('skills/get', { uri });
      const [packed] = await readIndex(registry.anonymous, `/-/skills/${prime}${ROOT}`);
      const files = new Map<string, string>();
      for (const resource of skill.resources) {
        const { contents } = await ask('resources/read', { uri: resource.uri });
        const root = String(uri).slice(0, -'SKILL.md'.length);
        files.set(decodeURIComponent(resource.uri.slice(root.length)), contents[0].text);
        assert.equal(resource.digest, `sha256:${hash('sha256', contents[0].text)}`);
      }
      assert.deepEqual(new Map([...files].sort()), new Map([...(packed?.files ?? [])].sort()));
    }
  });

  test('the registry: its own skill and the featured ones, each name once, without what is not there', async () => {
    const skills = await readIndex(registry.anonymous, ROOT);
    assert.deepEqual(
      skills.map(({ name, type }) => `${name} ${type}`),
      ['prime-registry skill-md', 'house-rules archive', 'web-style archive'],
    );
    assert.match(skills[0]?.files.get('SKILL.md') ?? '', /\$REGISTRY\/-\/mcp/);
    assert.match(skills[2]?.path ?? '', /@acme\/web-style\//);
  });

  test('documents and archives are revalidated by tag', async () => {
    const { anonymous } = registry;
    for (const path of [
      ROOT,
      `${STYLE}${ROOT}`,
      `${STYLE}/1.0.0/web-style.tar.gz`,
      '/.well-known/agent-skills/prime-registry/SKILL.md',
    ]) {
      const { headers } = await anonymous.get(path);
      assert.equal(headers.get('cache-control'), 'no-cache');
      const again = await anonymous.get(path, { 'if-none-match': String(headers.get('etag')) });
      assert.equal(again.status, 304, path);
      const head = await anonymous.request(path, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('etag')], [200, headers.get('etag')]);
    }
  });

  for (const [path, code] of [
    [`/-/skills/@acme/gone${ROOT}`, 'prime_not_found'],
    [`${STYLE}/9.9.9${ROOT}`, 'version_not_found'],
    [`${STYLE}/9.9.9/web-style.tar.gz`, 'version_not_found'],
    [`${STYLE}/1.0.0/other.tar.gz`, 'not_found'],
    [`${STYLE}/1.0.0/SKILL.md`, 'not_found'],
    [`/-/skills/@ACME/x${ROOT}`, 'not_found'],
    [`${STYLE}/latest${ROOT}`, 'not_found'],
    [`${STYLE}/.well-known/agent-skills`, 'not_found'],
    ['/.well-known/agent-skills/other/SKILL.md', 'not_found'],
  ] as const) {
    test(`${path} is a clear 404`, async () => {
      expectProblem(await registry.anonymous.get(path), code);
    });
  }
});

test('in a private registry, skills need a token, and no shared cache keeps them', async () => {
  const registry = await startRegistry({ isPrivate: true, publicUrl: 'https://primes.acme.example/team' });
  try {
    await registry.author.mustPublish({ files: ATOMS });
    const reader = await registry.actorWith({ permissions: ['read'], scopes: [] });
    for (const path of [
      ROOT,
      `${STYLE}${ROOT}`,
      `${STYLE}/1.0.0/web-style.tar.gz`,
      '/.well-known/agent-skills/prime-registry/SKILL.md',
    ]) {
      expectProblem(await registry.anonymous.get(path), 'unauthenticated');
      const { status, headers } = await reader.get(path);
      assert.deepEqual([status, headers.get('cache-control')], [200, 'private, no-cache']);
    }
    const { text } = await reader.get('/.well-known/agent-skills/prime-registry/SKILL.md');
    assert.match(text, /https:\/\/primes\.acme\.example\/team\/-\/mcp/);
  } finally {
    await registry.stop();
  }
});

describe('of registries behind', () => {
  let chain: Chain;
  before(async () => {
    chain = await startChain();
    await chain.origin.author.mustPublish({ files: ATOMS });
  });
  after(() => chain[Symbol.asyncDispose]());

  test('the skill of a Prime that is only there has the same bytes', async () => {
    const { origin, mirror } = chain;
    const [ours] = await readIndex(mirror.anonymous, `${STYLE}${ROOT}`);
    const [theirs] = await readIndex(origin.anonymous, `${STYLE}${ROOT}`);
    assert.equal(ours?.digest, theirs?.digest);
    assert.deepEqual(ours?.files, theirs?.files);
  });

  test('a new version there is seen when the list is old', async () => {
    const { origin, mirror, wait } = chain;
    await origin.author.mustPublish({ version: '1.1.0', files: ATOMS });
    wait(120_000);
    await mirror.anonymous.get(`${STYLE}${ROOT}`);
    const [skill] = await readIndex(mirror.anonymous, `${STYLE}${ROOT}`);
    assert.match(skill?.path ?? '', /\/1\.1\.0\//);
  });

  test('an upstream that does not answer is no absence', async () => {
    await chain.link.close();
    expectProblem(await chain.mirror.anonymous.get(`/-/skills/@third/prime${ROOT}`), 'upstream_unavailable');
  });
});
