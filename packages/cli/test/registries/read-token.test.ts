// The sources of the token for a login, and the messages for invalid ones.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Flags, UsageError } from '@prime-registry/command-line';
import { generateToken } from '@prime-registry/protocol';
import { eventually } from '@prime-registry/testkit';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { findTokenProblem, readToken } from '../../src/registries/read-token.ts';
import { makeContext } from './make-context.ts';

const REGISTRY = 'https://a.example';
const TOKEN = generateToken();

async function readPiped(input: string, flags: Flags = {}): Promise<{ token: string; stderr: string }> {
  await using context = await makeContext();
  context.streams.stdin.push(input);
  context.streams.stdin.push(null);
  return { token: await readToken(context, flags, REGISTRY), stderr: context.streams.stderrText() };
}

describe('a token', () => {
  test('is read from standard input, in any number of pieces, without its line end', async () => {
    for (const flags of [{}, { 'token-stdin': true }]) {
      const { token, stderr } = await readPiped(`  ${TOKEN}\r\n`, flags);
      assert.equal(token, TOKEN);
      assert.equal(stderr.includes(`Reading the token for ${REGISTRY}`), flags['token-stdin'] !== true);
    }
    await using context = await makeContext();
    const reading = readToken(context, {}, REGISTRY);
    for (const piece of [TOKEN.slice(0, 5), TOKEN.slice(5)]) context.streams.type(piece);
    context.streams.stdin.push(null);
    assert.equal(await reading, TOKEN);
  });

  test('is taken from the flag, without reading standard input', async () => {
    assert.equal((await readPiped('other', { token: ` ${TOKEN} ` })).token, TOKEN);
    await assert.rejects(readPiped(TOKEN, { token: TOKEN, 'token-stdin': true }), /exclude each other/);
  });

  test('is prompted for at a terminal without echo, until it is valid', async () => {
    await using context = await makeContext({ columns: 100 });
    const reading = readToken(context, {}, REGISTRY);
    const { streams } = context;
    await eventually(() => assert.match(streams.stderrText(), /Token for https:\/\/a\.example/));
    streams.type(`${TOKEN.slice(0, -1)}\r`);
    await eventually(() => assert.match(streams.stderrText(), /wrong or missing/));
    streams.type(`${TOKEN.slice(-1)}\r`);
    assert.equal(await reading, TOKEN);
    assert.ok(!`${streams.stderrText()}${streams.stdoutText()}`.includes(TOKEN.slice(4, 14)));
  });

  test('is not awaited after Ctrl-C', async () => {
    await using context = await makeContext();
    const reading = readToken(context, {}, REGISTRY);
    context.interrupt();
    await assert.rejects(reading, { name: 'AbortError' });
  });

  test('that is missing is a usage error', async () => {
    for (const input of ['', ' \n\n']) {
      for (const flags of [{}, { 'token-stdin': true }, { token: ' ' }]) {
        await assert.rejects(readPiped(input, flags), (error) => {
          assert.ok(error instanceof UsageError);
          assert.match(error.message, /pipe it to standard input, or give it with --token/);
          return true;
        });
      }
    }
  });

  test('that is not valid is refused, and not repeated', async () => {
    for (const input of [
      'hunter2 hunter2',
      'hunter2\nhunter2',
      'hünter2',
      'pri_hunter2',
      'x'.repeat(20_000),
    ]) {
      await assert.rejects(readPiped(input), (error) => {
        assert.ok(error instanceof ValidationError);
        assert.doesNotMatch(error.message, /h.nter2|xxx/);
        return true;
      });
    }
  });

  test('is checked for typing errors only if it has our format', () => {
    const swapped = TOKEN.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    assert.match(findTokenProblem(swapped) ?? '', /wrong or missing/);
    for (const good of [TOKEN, 'ghp_0123', 'a.b.c', 'PRI_x']) assert.equal(findTokenProblem(good), undefined);
  });
});
