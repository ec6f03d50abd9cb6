// Requests of agents: headers, an empty line, and the body; in process.
import { expect, outline, type Target } from '../target.ts';
import { openRegistry } from './registry.ts';

/** Sent unless the input has others. */
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
/** Codes of JSON-RPC that blame the server: none is right for a registry that works. */
const INTERNAL = -32_603;
/** The highest budget of a tool, with room for JSON, in bytes. */
const MAX_ANSWER_BYTES = 512 * 1024;

export const mcp: Target = {
  name: 'mcp',
  weight: 2,
  usualBytes: 1500,
  dictionary: [
    'MCP-Protocol-Version: 2026-07-28\n',
    'MCP-Protocol-Version: 2025-11-25\n',
    'Mcp-Method: tools/call\n',
    'Mcp-Name: read_atom\n',
    'Mcp-Name: =?base64?cmVhZF9hdG9t?=\n',
    '\n\n',
    '{"jsonrpc":"2.0","id":1,"method":"',
    '"params":{',
    '"arguments":{',
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"f","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}',
    ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/templates/list'],
    ...[
      'resources/read',
      'skills/list',
      'skills/get',
      'server/discover',
      'subscriptions/listen',
      'prompts/get',
    ],
    ...['notifications/cancelled', 'completion/complete', 'logging/setLevel', 'tasks/get'],
    ...['search_knowledge', 'read_atom', 'read_prime', 'resolve_primes'],
    ...[
      '"query":"',
      '"id":"@fuzz/one"',
      '"name":"@acme/web-style"',
      '"version":"^1"',
      '"requires":[',
      '"cursor":"',
    ],
    ...['"budget":100', '"limit":20', '"detail":"full"', '"kind":"rule"', '"scope":"@acme"', '"read":true'],
    'prime://acme/web-style/1.0.0/rule-x/core',
    'skill://acme/web-style/SKILL.md',
    ...[
      '__proto__',
      'constructor',
      'toString',
      'null',
      '[]',
      '{}',
      '1e999',
      '\\ud800',
      '\\u202e',
      '\u{200b}',
    ],
    '[[[[[[[[',
  ],
  async open() {
    const { server, checkLog, close } = await openRegistry();
    return {
      async run(input) {
        const { headers, body } = parseInput(input);
        const answer = await server.app
          .inject({ method: 'POST', url: '/-/mcp', headers, payload: body })
          .catch(() => undefined);
        checkLog();
        if (answer === undefined) return 'not sendable';
        const { statusCode: status } = answer;
        expect(status < 500, `it is answered with ${status}: ${answer.body}`);
        expect(answer.body.length <= MAX_ANSWER_BYTES, `the answer has ${answer.body.length} bytes`);
        if (status === 202) return 'accepted';
        return `${status} ${checkMessage(JSON.parse(answer.body), body)}`;
      },
      close,
    };
  },
};

function parseInput(input: Buffer): { headers: Record<string, string>; body: Buffer } {
  const at = input.indexOf('\n\n');
  const headers: Record<string, string> = { ...HEADERS };
  for (const line of input.toString('latin1', 0, Math.max(at, 0)).split('\n')) {
    const [, name = '', value = ''] = /^([\w-]+): *([\t\x20-\x7e]*)$/.exec(line) ?? [];
    const isFraming = /^(?:content-length|transfer-encoding|host|connection|expect)$/i.test(name);
    if (name !== '' && !isFraming) headers[name.toLowerCase()] = value;
  }
  return { headers, body: input.subarray(at === -1 ? 0 : at + 2) };
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly code?: unknown;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

/** @returns a word for what it says */
function checkMessage({ jsonrpc, id, code, result, error }: Message, body: Buffer): string {
  // A problem document of the registry, such as that of a body that is too large.
  if (typeof code === 'string') return code;
  expect(jsonrpc === '2.0', 'the answer is not of JSON-RPC 2.0');
  expect((result === undefined) !== (error === undefined), 'there is not one of result and error');
  const sent = idOf(body);
  expect(id === null || id === sent, `the id is ${JSON.stringify(id)} instead of ${JSON.stringify(sent)}`);
  if (error !== undefined) {
    expect(
      Number.isInteger(error.code) && error.code !== INTERNAL,
      `the code is ${error.code}: ${error.message}`,
    );
    expect(error.message.length > 0 && error.message.length < 20_000, 'the message has an odd length');
    return `${error.code} ${outline(error.message)}`;
  }
  expect(id !== null, 'a result has no id');
  const [text] = (result?.content ?? []).map((content) => content.text);
  if (text !== undefined) expect(!/[\u202a-\u202e\u200b]/.test(text), 'a text has hidden characters');
  return result?.isError === true ? `mistake ${outline(text ?? '')}` : 'result';
}

function idOf(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as { id?: unknown }).id;
  } catch {
    return null;
  }
}
