// A failure while the endpoint is made ready is one of that request, not of all that follow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMemoryKnowledge } from '@prime-registry/testkit/knowledge';
import { HandshakeTransport } from '../../src/http/shared-transports.ts';
import { McpEndpoint } from '../../src/index.ts';

test('a failure to connect is not kept', async (t) => {
  const source = await makeMemoryKnowledge([]);
  const options = { source, name: 'test', version: '1.0.0', isPrivate: false, onFailure: assert.ifError };
  const endpoint = new McpEndpoint(options);
  const start = t.mock.method(HandshakeTransport.prototype, 'start', async () => {
    throw new Error('no memory');
  });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  await assert.rejects(endpoint.answer({ body, headers: {} }), /no memory/);
  start.mock.restore();
  assert.equal((await endpoint.answer({ body, headers: {} }))?.status, 200);
});
