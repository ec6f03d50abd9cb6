import { startRegistry } from '@prime-registry/testkit';
import { ENVELOPE, post, request, STYLE } from './agents.ts';
const registry = await startRegistry({ publicUrl: 'https://primes.example/team' });
await registry.author.mustPublish(STYLE);
const short = (t: string) => t.length > 220 ? `${t.slice(0, 220)}…` : t;
const methods = ['subscriptions/listen','initialize','ping','logging/setLevel','resources/subscribe','resources/unsubscribe','completion/complete','tasks/get','tasks/result','tasks/list','tasks/cancel','tasks/update','roots/list','sampling/createMessage','elicitation/create','server/discover','messages/listen','notifications/initialized','notifications/cancelled','notifications/progress','constructor','__proto__','toString','hasOwnProperty','skills/list','skills/get','resources/directory/read','resources/list','resources/templates/list','prompts/get', ''];
const params: any = { level: 'debug', uri: 'prime://acme/x/1.0.0/a/core', ref: { type: 'ref/resource', uri: 'prime://{scope}/{name}/{version}/{atom}/{level}' }, argument: { name: 'scope', value: 'a' }, taskId: 'x', protocolVersion: '2025-11-25', capabilities: {sampling:{}, roots:{}}, clientInfo: { name: 'evil', version: '1' }, requestId: 1, name: 'x', notifications: {} };
const timed = async (label: string, work: () => Promise<any>) => {
  const r = await Promise.race([work().then(({ status, text }) => `${status} ${short(text)}`, (e) => `ERR ${e}`), new Promise((r) => setTimeout(r, 4000, '!!!! HANGS'))]);
  console.log(label, '→', r);
};
for (const m of methods) {
  await timed(`modern ${m}`, () => request(registry, m, params));
  await timed(`legacy ${m}`, () => post(registry, { jsonrpc: '2.0', id: 1, method: m, params }));
  await timed(`legacy-hdr ${m}`, () => post(registry, { jsonrpc: '2.0', id: 1, method: m, params }, { 'mcp-protocol-version': '2025-11-25' }));
}
// metas
for (const meta of [{ progressToken: 1 }, { progressToken: { a: 1 } }, { 'io.modelcontextprotocol/related-task': { taskId: 'x' } }, null, 5, [], { __proto__: null, constructor: 1 }]) {
  await timed(`meta ${JSON.stringify(meta)}`, () => post(registry, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_atom', arguments: { id: '@acme/rule-alpha' }, _meta: meta, task: { ttl: 10 } } }));
  await timed(`modern meta ${JSON.stringify(meta)}`, () => post(registry, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_atom', task: {ttl: 5}, arguments: { id: '@acme/rule-alpha' }, _meta: { ...ENVELOPE, ...(meta as any) } } }, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'read_atom' }));
}
for (const id of [1e308, 2 ** 53 + 2, 'x'.repeat(60000), 1.5, null, true, [], -0, '\u202e', '__proto__'])
  await timed(`id ${short(String(id)).slice(0, 30)}`, () => post(registry, { jsonrpc: '2.0', id, method: 'ping' }));
await timed('dup keys', () => post(registry, '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"tools/list"}'));
await timed('proto', () => post(registry, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_atom","arguments":{"__proto__":{"id":"x"},"constructor":1,"toString":2}}}'));
await timed('proto2', () => post(registry, '{"jsonrpc":"2.0","id":1,"__proto__":{"method":"ping"}}'));
await timed('tool proto', () => post(registry, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}'));
await timed('tool constructor', () => post(registry, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"constructor","arguments":{}}}'));
await timed('big tool name', () => post(registry, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'r'.repeat(60000) } }));
await timed('big method', () => post(registry, { jsonrpc: '2.0', id: 1, method: 'r'.repeat(60000) }));
await timed('many args', () => post(registry, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_atom', arguments: Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`query${i}`, 1])) } }));
await timed('hidden', () => post(registry, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_atom', arguments: { id: '\u202e\u001b[31m@acme/x\n\n## fake' } } }));
await timed('header version proto', () => post(registry, { jsonrpc: '2.0', id: 1, method: 'ping' }, {'mcp-protocol-version': '__proto__'}));
await timed('response+method', () => post(registry, { jsonrpc: '2.0', id: 1, method: 'ping', result: {} }));
await timed('error resp', () => post(registry, { jsonrpc: '2.0', id: 1, error: {code:1,message:'x'} }));
await registry.stop();
process.exit(0);
