// Skills over MCP as a client gets them, checked by the rules of SEP-2640 with code of our own.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { findOwnSkill, type KnowledgeSource, SkillLibrary } from '@prime-registry/knowledge';
import { createMcpServer } from '@prime-registry/mcp';
import { parseLocatedYaml } from '@prime-registry/protocol';
import { makeMemoryKnowledge } from '@prime-registry/testkit/knowledge';

interface Entry {
  readonly uri: string;
  readonly frontmatter: Record<string, unknown>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

type Ask = (method: string, params: object) => Promise<Record<string, unknown>>;

let ask: Ask;
let close: () => Promise<void>;

before(async () => {
  const atom = {
    id: '@web-style/rule-one',
    description: 'Prefer const. It is short.',
    notes: 'Überlegt \u{1f600}',
  };
  const source = await makeMemoryKnowledge([
    { name: '@acme/web-style', description: 'Rules', atoms: [atom] },
    { name: '@acme/web-style', version: '2.0.0-beta+x', description: 'More rules', atoms: [atom] },
    { name: '@acme/web_style', atoms: [] },
    { name: '@acme/own', atoms: [] },
  ]);
  const encode = (text: string) => new TextEncoder().encode(text);
  const library = new SkillLibrary(source, {
    listPrimes: async (cursor) =>
      cursor === undefined
        ? { primes: ['@acme/web-style'], next: 'more' }
        : { primes: ['@acme/web_style', '@acme/own'], next: undefined },
    readOwn: async ({ name }) =>
      name === '@acme/own'
        ? findOwnSkill({
            files: [
              { path: 'SKILL.md', bytes: encode('---\nname: house\ndescription: Mine\n---\n') },
              { path: 'a b#%?.txt', bytes: encode('odd name') },
              { path: 'x.bin', bytes: new Uint8Array([0xff, 0xfe, 0]) },
            ],
            leftOut: [],
            isTooLarge: false,
          })
        : undefined,
  });
  ({ ask, close } = await connect(source, library));
});
after(() => close());

test('skills/list has pages, and every entry keeps the rules of SEP-2640', async () => {
  const first = await ask('skills/list', {});
  const second = await ask('skills/list', { cursor: String(first.nextCursor) });
  assert.equal(second.nextCursor, undefined);
  const entries = [...(first.skills as Entry[]), ...(second.skills as Entry[])];
  assert.deepEqual(
    entries.map(({ uri }) => uri),
    [
      'skill://acme/web-style/SKILL.md',
      'skill://acme/web_style/web-style/SKILL.md',
      'skill://acme/own/house/SKILL.md',
    ],
  );
  for (const entry of entries) {
    await checkEntry(entry, ask);
    assert.deepEqual((await ask('skills/get', { uri: entry.uri })).skill, entry);
  }
});

test('a version has a URI of its own', async () => {
  for (const version of ['1.0.0', '2.0.0-beta+x']) {
    const uri = `skill://acme/${version}/web-style/SKILL.md`;
    const { skill } = (await ask('skills/get', { uri })) as unknown as { skill: Entry };
    await checkEntry(skill, ask);
    assert.equal((skill.frontmatter.metadata as Record<string, string>).version, version);
  }
});

for (const uri of [
  'skill://acme/missing/SKILL.md',
  'skill://acme/web-style/missing.md',
  'skill://acme/9.9.9/web-style/SKILL.md',
  // The same version to a source: every spelling would be remembered.
  'skill://acme/2.0.0-beta+y/web-style/SKILL.md',
  'skill://acme/1.0.0+any/web-style/SKILL.md',
  'skill://acme/web-style/../web-style/SKILL.md/..',
  'skill://acme/web_style/SKILL.md',
  'skill://acme/web-style/SKILL.md?x=1',
  'skill://acme/%ff/SKILL.md',
  'skill://ACME!/x/SKILL.md',
  'skill:///',
  `skill://acme/${'x'.repeat(4000)}/SKILL.md`,
]) {
  test(`there is no skill at ${uri.slice(0, 60)}`, async () => {
    await assert.rejects(ask('skills/get', { uri }), /-32602/);
    await assert.rejects(ask('resources/read', { uri }), /-3260[02]|-32002/);
  });
}

/** The rules of SEP-2640 for one entry: names, digests, sizes, and the frontmatter as it is in the file. */
async function checkEntry({ uri, frontmatter, resources }: Entry, read: Ask): Promise<void> {
  const root = uri.slice(0, -'SKILL.md'.length);
  assert.equal(frontmatter.name, root.split('/').at(-2));
  assert.equal(new Set(resources.map((each) => each.uri)).size, resources.length);
  assert.ok(resources.some((each) => each.uri === uri));
  for (const { uri: file, digest, size } of resources) {
    assert.ok(file.startsWith(root));
    assert.equal(new URL(file).href, file);
    const { contents } = (await read('resources/read', { uri: file })) as {
      contents: { uri: string; text?: string; blob?: string }[];
    };
    const [content] = contents;
    assert.equal(content?.uri, file);
    const bytes =
      content?.text === undefined ? Buffer.from(content?.blob ?? '', 'base64') : Buffer.from(content.text);
    assert.equal(bytes.length, size);
    assert.equal(`sha256:${hash('sha256', bytes)}`, digest);
    if (file === uri)
      assert.deepEqual(
        parseLocatedYaml(bytes.toString().split(/^---$/m)[1] ?? '', { uniqueKeys: true }).document.toJS(),
        frontmatter,
      );
  }
}

/** A connection of the revision before the latest, which needs no headers. */
async function connect(
  source: KnowledgeSource,
  library: SkillLibrary,
): Promise<{ ask: Ask; close: () => Promise<void> }> {
  const server = createMcpServer({
    ...{ source, skills: library, name: 'test', version: '1.0.0', isPrivate: false },
    onFailure: assert.ifError,
  });
  const [client, transport] = InMemoryTransport.createLinkedPair();
  await server.connect(transport);
  const waiting = new Map<unknown, (message: Record<string, unknown>) => void>();
  client.onmessage = (message) =>
    waiting.get('id' in message ? message.id : undefined)?.(message as Record<string, unknown>);
  await client.start();
  let id = 0;
  const send: Ask = async (method, params) => {
    id += 1;
    const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    await client.send({ jsonrpc: '2.0', id, method, params: { ...params } });
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result as Record<string, unknown>;
  };
  const { capabilities } = await send('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  });
  assert.deepEqual((capabilities as { extensions?: object }).extensions, {
    'io.modelcontextprotocol/skills': {},
  });
  await client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return { ask: send, close: () => server.close() };
}
