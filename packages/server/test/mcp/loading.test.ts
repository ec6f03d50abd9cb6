// The SDK of the protocol costs only registries that agents ask.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { atomFiles, startRegistry } from '@prime-registry/testkit';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    if (/\/@modelcontextprotocol\/|\/packages\/mcp\//.test(url)) loaded.add(url);
    return next(url, context);
  },
});

test('the SDK is loaded with the first request of an agent, and not before', async () => {
  const registry = await startRegistry();
  try {
    await registry.author.mustPublish({ files: atomFiles({ id: '@acme/rule-alpha' }) });
    await registry.anonymous.get('/-/atoms/@acme/rule-alpha');
    await registry.anonymous.get('/-/openapi.json');
    await registry.anonymous.request('/-/mcp');
    await registry.anonymous.request('/-/mcp', { method: 'POST', body: 'no JSON' });
    assert.deepEqual([...loaded], []);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const answer = await registry.anonymous.request('/-/mcp', { method: 'POST', headers, body });
    assert.equal(answer.status, 200);
    assert.ok([...loaded].some((url) => url.includes('/@modelcontextprotocol/server/')));
  } finally {
    await registry.stop();
  }
});
