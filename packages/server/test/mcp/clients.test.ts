// The official clients of the Model Context Protocol, in every revision.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { KNOWLEDGE_TOOLS } from '@prime-registry/knowledge';
import { startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { startChain } from '../mirror/chain.ts';
import { connectClient, connectOldClient, type OfficialClient, STYLE } from './agents.ts';

describe('an official client', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
    await registry.author.mustPublish(STYLE);
  });
  after(() => registry.stop());

  const clients: readonly (readonly [string, string, () => Promise<OfficialClient>])[] = [
    ['pinned', '2026-07-28', () => connectClient(registry, { pin: '2026-07-28' })],
    ['that negotiates', '2026-07-28', () => connectClient(registry, 'auto')],
    ['with a handshake', '2025-11-25', () => connectClient(registry, 'legacy')],
    ['of version 1', '2025-11-25', () => connectOldClient(registry)],
  ];
  for (const [name, version, connect] of clients) {
    test(`${name} reads knowledge`, async () => {
      await using client = await connect();
      assert.equal(client.version, version);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        KNOWLEDGE_TOOLS.map((tool) => tool.name),
      );
      const found = await client.callTool({ name: 'search_knowledge', arguments: { query: 'short names' } });
      assert.match(textOf(found), /@acme\/rule-alpha/);
      const read = await client.callTool({
        name: 'read_atom',
        arguments: { id: '@acme/rule-alpha', detail: 'full' },
      });
      assert.match(textOf(read), /@acme\/web-style 1\.0\.0.*\n[\s\S]*\n\n[\s\S]*Long words tire/);
      const mistake = await client.callTool({ name: 'read_atom', arguments: { id: '@acme/rule-alfa' } });
      assert.equal(mistake.isError, true);
      assert.match(textOf(mistake), /@acme\/rule-alpha/);
      assert.deepEqual((await client.listResources()).resources, []);
      const [template] = (await client.listResourceTemplates()).resourceTemplates;
      assert.equal(template?.uriTemplate, 'prime://{scope}/{name}/{version}/{atom}/{level}');
      const uri = 'prime://acme/web-style/1.0.0/rule-alpha/full';
      const [content] = (await client.readResource({ uri })).contents as { text: string; uri: string }[];
      assert.equal(content?.uri, uri);
      assert.match(content?.text ?? '', /Long words tire/);
      await assert.rejects(
        client.readResource({ uri: 'prime://acme/web-style/1.0.0/none/full' }),
        /rule-alpha|none/,
      );
      await assert.rejects(
        client.callTool({ name: 'read_atoms', arguments: {} }),
        /Did you mean read_atom\?/,
      );
    });
  }

  test('reads nothing of a private registry without a token that may', async () => {
    const closed = await startRegistry({ isPrivate: true });
    try {
      await closed.author.mustPublish(STYLE);
      const reader = await closed.actorWith({ permissions: ['read'], scopes: ['*'] });
      await assert.rejects(connectClient(closed, 'auto'));
      await using client = await connectClient(closed, 'auto', reader.token);
      const read = await client.callTool({ name: 'read_atom', arguments: { id: '@acme/rule-alpha' } });
      assert.match(textOf(read), /@acme\/web-style 1\.0\.0/);
    } finally {
      await closed.stop();
    }
  });

  test('reads what only a registry behind has', async () => {
    await using chain = await startChain();
    await chain.origin.author.mustPublish(STYLE);
    await using client = await connectClient(chain.mirror, 'auto');
    const read = await client.callTool({ name: 'read_atom', arguments: { id: '@acme/rule-alpha' } });
    assert.match(textOf(read), new RegExp(`@acme/web-style 1\\.0\\.0.*${chain.link.baseUrl}`));
  });
});

/** All texts of a result. */
function textOf({ content }: { readonly [member: string]: unknown }): string {
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}
