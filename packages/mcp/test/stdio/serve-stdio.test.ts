// One client over two streams: wrong lines, the end of the input, and states of a source.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, test } from 'node:test';
import type { KnowledgeSource } from '@prime-registry/knowledge';
import { makeMemoryKnowledge } from '@prime-registry/testkit/knowledge';
import { serveStdio } from '../../src/stdio/index.ts';
import { MAX_LINE_BYTES } from '../../src/stdio/line-transport.ts';

interface Answer {
  readonly id: number | null;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

let input: PassThrough;
let output: PassThrough;
let controller: AbortController;
let served: Promise<void>;
let source: () => Promise<KnowledgeSource>;
let opened: number;

beforeEach(() => {
  [input, output] = [new PassThrough(), new PassThrough()];
  controller = new AbortController();
  opened = 0;
  source = async () => makeMemoryKnowledge([]);
  served = serveStdio({
    ...{ input, output, signal: controller.signal, name: 'prime', version: '1.0.0', isPrivate: true },
    source: () => {
      opened += 1;
      return source();
    },
    onFailure: (error) => assert.fail(String(error)),
  });
});
afterEach(async () => {
  controller.abort();
  await served;
});

function call(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: META } })}\n`;
}

function readAtom(id: number): string {
  return call(id, 'tools/call', { name: 'read_atom', arguments: { id: '@acme/rule-x' } });
}

let rest = '';
/** The next answer. */
async function next(): Promise<Answer> {
  while (!rest.includes('\n')) {
    const [chunk] = (await once(output, 'data')) as [Buffer];
    rest += chunk.toString();
  }
  const end = rest.indexOf('\n');
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return JSON.parse(line) as Answer;
}

test('wrong lines are answered with what is wrong, and the connection goes on', async () => {
  const cases: readonly (readonly [line: string, code: number, message: RegExp])[] = [
    ['{', -32_700, /not valid JSON/],
    ['[]', -32_600, /Batches are not supported/],
    ['7', -32_600, /not a message of JSON-RPC/],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600, /not a message of JSON-RPC/],
    [`${'['.repeat(33)}${']'.repeat(33)}`, -32_600, /deeper than 32 levels/],
    [`"${'x'.repeat(MAX_LINE_BYTES)}"`, -32_600, /at most 65536 bytes/],
  ];
  for (const [line, code, message] of cases) {
    input.write(`${line}\n\n \r\n`);
    const { id, error } = await next();
    assert.deepEqual([id, error?.code], [null, code], line.slice(0, 50));
    assert.match(error?.message ?? '', message);
  }
  input.write(Buffer.from('{"jsonrpc":"2.0","id":"\xff","method":"ping"}\n', 'latin1'));
  assert.deepEqual(await next().then(({ id, error }) => [id, error?.code]), [null, -32_700]);
  const request = call(1, 'tools/list');
  // In two pieces, in the middle of a line.
  input.write(request.slice(0, 9));
  input.write(request.slice(9));
  assert.equal((await next()).id, 1);
  assert.equal(opened, 0, 'a list needs no source');
});

test('requests are answered after the end of the input, also without a last line feed', async () => {
  const { promise, resolve } = Promise.withResolvers<KnowledgeSource>();
  source = () => promise;
  input.end(`${readAtom(1)}${readAtom(2).trimEnd()}`);
  await once(input, 'end');
  resolve(makeMemoryKnowledge([]));
  const ids = [(await next()).id, (await next()).id];
  assert.deepEqual(ids.sort(), [1, 2]);
  await served;
  assert.equal(opened, 2, 'each request opens the source');
});

test('what was cancelled holds up no end', async () => {
  source = () => new Promise(() => undefined);
  input.write(readAtom(1));
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: META } };
  input.end(`${JSON.stringify(cancel)}\n`);
  await served;
});

test('an abort ends the connection, whatever is being answered', async () => {
  source = () => new Promise(() => undefined);
  input.write(readAtom(1));
  controller.abort();
  await served;
});

test('a reader that is gone ends it', async () => {
  output.destroy(new Error('EPIPE'));
  await served;
});
