// The format of tokens: recognisable, random, and with a checksum that detects typing errors.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { CODE_POINT, fc } from '@prime-registry/testkit/properties';
import { generateToken, hasToken, hideTokens, isTokenWellFormed, PERMISSIONS } from '../src/token.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 of the platform, in six base62 digits. */
function checksum(random: string): string {
  const value = crc32(random);
  return [5, 4, 3, 2, 1, 0].map((power) => ALPHABET.charAt(Math.floor(value / 62 ** power) % 62)).join('');
}

const randomParts = fc.string({
  unit: fc.constantFrom(...ALPHABET),
  minLength: 32,
  maxLength: 32,
});

describe('a new token', () => {
  const tokens = Array.from({ length: 2000 }, generateToken);

  test('is pri_, 32 random base62 characters and 6 of checksum', () => {
    for (const token of tokens) {
      assert.match(token, /^pri_[0-9A-Za-z]{38}$/);
      assert.equal(token.slice(36), checksum(token.slice(4, 36)));
      assert.ok(isTokenWellFormed(token));
    }
  });

  test('is never the same twice', () => {
    assert.equal(new Set(tokens).size, tokens.length);
  });

  test('uses every character about equally often', () => {
    const random = tokens.map((token) => token.slice(4, 36)).join('');
    assert.equal(new Set(random).size, 62);
    // 64,000 characters: taking bytes modulo 62 would give 0 to 7 a share of 0.156 in place of 0.129.
    const share = random.replaceAll(/[^0-7]/g, '').length / random.length;
    assert.ok(share > 0.119 && share < 0.139, `share ${share}`);
  });
});

describe('a token is well-formed', () => {
  test('with the checksum of its random part', () => {
    fc.assert(fc.property(randomParts, (random) => isTokenWellFormed(`pri_${random}${checksum(random)}`)));
    // A checksum with leading zeros keeps its six characters.
    assert.ok(isTokenWellFormed(`pri_${'0'.repeat(32)}${checksum('0'.repeat(32))}`));
  });

  test('only until one character of it is mistyped', () => {
    const typo = fc.record({ random: randomParts, at: fc.nat(37), wrong: fc.constantFrom(...ALPHABET) });
    fc.assert(
      fc.property(typo, ({ random, at, wrong }) => {
        const token = `pri_${random}${checksum(random)}`;
        const mistyped = `${token.slice(0, 4 + at)}${wrong}${token.slice(5 + at)}`;
        assert.equal(isTokenWellFormed(mistyped), mistyped === token);
      }),
    );
  });

  test('only in its exact form', () => {
    const token = generateToken();
    const malformed = [
      '',
      'pri_',
      token.slice(0, -1),
      `${token}0`,
      `${token}\n`,
      ` ${token}`,
      `Bearer ${token}`,
      token.replace('pri_', 'PRI_'),
      token.replace('pri_', 'pri-'),
      token.slice(4),
      `pri_${'é'.repeat(38)}`,
      `pri_${'a'.repeat(100_000)}`,
    ];
    for (const text of malformed)
      assert.equal(isTokenWellFormed(text), false, JSON.stringify(text.slice(0, 60)));
  });

  test('or not, for any text, without an error', () => {
    fc.assert(fc.property(fc.string({ unit: CODE_POINT }), (text) => !isTokenWellFormed(text)));
  });
});

const TOKEN = `pri_${'Az09'.repeat(8)}${checksum('Az09'.repeat(8))}`;

describe('a token is found in a text', () => {
  const mistyped = TOKEN.replace('A', 'B');
  const cases: readonly (readonly [text: string, found: boolean])[] = [
    [TOKEN, true],
    [`description: my token is ${TOKEN}.`, true],
    [`${mistyped} ${TOKEN}`, true],
    [mistyped, false],
    [TOKEN.slice(0, -1), false],
    [TOKEN.replace('_', '-'), false],
    ['pri_', false],
    ['', false],
  ];
  for (const [text, found] of cases) {
    test(`${found}: ${text}`, () => {
      assert.equal(hasToken(text), found);
    });
  }
});

describe('a text is shown without its tokens', () => {
  const cases: readonly (readonly [text: string, shown: string])[] = [
    [TOKEN, 'pri_***'],
    [`Bearer ${TOKEN}, ${TOKEN}`, 'Bearer pri_***, pri_***'],
    [TOKEN.toUpperCase(), 'pri_***'],
    [`GET /?token=${TOKEN.replace('_', '%5f')}&q=a`, 'GET /?token=pri_***&q=a'],
    [`GET /?token=${TOKEN.replace('_', '%5F')}`, 'GET /?token=pri_***'],
    ['pri_12345678', 'pri_***'],
    ['pri_1234567', 'pri_1234567'],
    ['prime_12345678', 'prime_12345678'],
    ['nothing to hide', 'nothing to hide'],
  ];
  for (const [text, shown] of cases) {
    test(`as ${shown}: ${text}`, () => assert.equal(hideTokens(text), shown));
  }
});

test('the permissions are read, publish, yank and admin', () => {
  assert.deepEqual([...PERMISSIONS].toSorted(), ['admin', 'publish', 'read', 'yank']);
});
