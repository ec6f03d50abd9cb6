// Tokens are found in every encoding that programs write them in, wherever the data is divided.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { findTokens } from '../../src/tasks/publish/find-tokens.ts';
import { FoundTokens } from '../../src/tasks/publish/found-tokens.ts';
import { TokenFinder } from '../../src/tasks/publish/token-finder.ts';

const OPERATORS_TOKEN = 'Zk3/V9qT7wLm2RsYb8Nd4HcJf6Gp1Qa5+~x';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const wrap = (text: string, width: number, lineEnd: string) =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(lineEnd);

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64,
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64 of UTF-16, the other way round': (text) => Buffer.from(text, 'utf16le').swap16().toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

function countIn(chunks: readonly Uint8Array[]): number {
  const found = new FoundTokens();
  const finder = new TokenFinder(found, OPERATORS_TOKEN);
  for (const chunk of chunks) finder.write(chunk);
  return found.size;
}

/** Pieces of these sizes, in turn. */
function divide(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

suite('a token', () => {
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    test(`in ${name} is found after any text, in lines of any width, across pieces`, () => {
      fc.assert(
        fc.property(
          fc.constantFrom(generateToken(), OPERATORS_TOKEN),
          fc.string({ maxLength: 80 }),
          fc.string({ maxLength: 80 }),
          fc.constantFrom(1000, 60, 64, 76),
          fc.constantFrom('\n', '\r\n', '\n    ', '\n\t'),
          fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
          fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 4 }),
          (token, before, after, width, lineEnd, encoding, sizes) => {
            const secret = wrap(encode(`${before}${token}${after}`), width, lineEnd);
            const bytes = Buffer.from(`data:\n  key: ${secret}\n`, encoding);
            assert.equal(countIn(divide(bytes, sizes)), 1);
          },
        ),
      );
    });
  }

  test('in the files of programs is found', () => {
    const token = generateToken();
    const basic = base64(`ada:${token}`);
    for (const text of [
      `curl -H 'Authorization: Basic ${basic}' http://127.0.0.1:4000/`,
      `//127.0.0.1:4000/:_auth=${basic}\n`,
      JSON.stringify({ auths: { 'registry.example': { auth: basic } } }),
      `apiVersion: v1\nkind: Secret\ndata:\n  token: ${base64(token)}\n`,
      `powershell -EncodedCommand ${Buffer.from(`prime login ${token}`, 'utf16le').toString('base64')}`,
      `KEY=${JSON.stringify(token).replace('_', '\\u005f')}`,
    ]) {
      assert.equal(findTokens(Buffer.from(text), undefined).length, 1, text);
    }
  });

  test('is found in packed bytes: anywhere as it is, and encoded in the header of each member', () => {
    const header = Buffer.from([0x1f, 0x8b, 0x08]);
    const packed = Buffer.alloc(200_000, 'q');
    const token = generateToken();
    const countPacked = (pieces: readonly Uint8Array[]) => {
      const found = new FoundTokens();
      const finder = new TokenFinder(found, OPERATORS_TOKEN);
      for (const piece of pieces) finder.writePacked(piece);
      return found.size;
    };
    for (const size of [1000, 65_536, 500_000]) {
      for (const text of [token, OPERATORS_TOKEN]) {
        const end = Buffer.concat([header, packed, Buffer.from(text), packed]);
        assert.equal(countPacked(divide(end, [size])), 1);
        const second = Buffer.concat([header, packed, header, Buffer.from(` ${base64(`x${text}`)}`), packed]);
        assert.equal(countPacked(divide(second, [size])), 1);
      }
    }
  });

  test('is not found in what only looks like one', () => {
    const wrong = `pri_${'x'.repeat(38)}`;
    const short = generateToken().slice(0, -1);
    for (const text of [wrong, short]) {
      for (const encode of Object.values(ENCODINGS)) {
        assert.deepEqual(findTokens(Buffer.from(encode(`ada:${text}`)), OPERATORS_TOKEN), []);
      }
    }
    const begin = OPERATORS_TOKEN.slice(0, -1);
    assert.deepEqual(findTokens(Buffer.from(base64(`ada:${begin}`)), OPERATORS_TOKEN), []);
  });

  test('among very many encoded texts that look like tokens: the search ends, and says so', () => {
    for (const text of ['cHJpX', 'cHJpX===', 'ByaV', 'wcmlf', '7072695f', 'cAByAGkAXw']) {
      const found = new FoundTokens();
      const chunk = Buffer.alloc(128 * 1024, text);
      for (let index = 0; index < 20; index += 1) new TokenFinder(found).write(chunk);
      assert.ok(found.areTooMany, text);
    }
  });
});
