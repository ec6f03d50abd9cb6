// What a caller is asked to admit is what is called, however the request says it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMemoryKnowledge } from '@prime-registry/testkit/knowledge';
import { McpEndpoint } from '../../src/index.ts';

test('neither another parameter nor another spelling hides what is called', async () => {
  const source = await makeMemoryKnowledge([]);
  const options = { source, name: 'test', version: '1.0.0', isPrivate: false, onFailure: assert.ifError };
  const endpoint = new McpEndpoint(options);
  const admitted = async (method: string, params: object): Promise<string[]> => {
    const calls: string[] = [];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    await endpoint.answer({ body, headers: {}, admit: (call) => void calls.push(call) });
    return calls;
  };
  const skill = 'skill://acme/web-style/SKILL.md';
  const read = [`resources/read ${skill}`];
  assert.deepEqual(await admitted('resources/read', { uri: skill }), read);
  assert.deepEqual(await admitted('resources/read', { uri: skill, name: 'harmless' }), read);
  assert.deepEqual(await admitted('resources/read', { uri: ` ${skill.replace('skill', 'SKILL')}` }), read);
  const search = ['tools/call search_knowledge'];
  assert.deepEqual(await admitted('tools/call', { uri: 'x', name: 'search_knowledge' }), search);
  assert.deepEqual(await admitted('tools/list', { name: 'x' }), ['tools/list']);
});
