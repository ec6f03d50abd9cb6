// Entries of the transparency log: one text for each, and clear refusals of everything else.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import {
  encodeLogEntry,
  isKnownEntry,
  type LogEntry,
  LogEntryError,
  MAX_LOG_ENTRY_BYTES,
  parseLogEntry,
} from '../../src/index.ts';

const common = { v: 1, at: '2026-11-21T06:19:30Z', by: 'e7d742cc9af2' } as const;
const version = { name: '@acme/web-style', version: '1.0.0' } as const;
const content = {
  ...version,
  sha256: 'a'.repeat(64),
  size: 11_953,
  manifest_sha256: 'b'.repeat(64),
} as const;

const EXAMPLES: { readonly [Type in LogEntry['type']]: Extract<LogEntry, { type: Type }> } = {
  begin: { ...common, type: 'begin', log: '0123456789abcdef' },
  publish: {
    ...{ ...common, ...content, type: 'publish' as const, channel: 'beta' },
    provenance: { issuer: 'https://ci.example', rule: 'r', preset: 'oidc', claims: { sub: 'ü' } },
  },
  import: { ...common, ...content, type: 'import', published_at: '2025-01-01T00:00:00Z', yanked: true },
  mirror: {
    ...{ ...common, ...content, type: 'mirror' as const },
    ...{ published_at: '2025-01-01T00:00:00Z', origin: 'https://primes.example.com' },
  },
  yank: { ...common, ...version, type: 'yank', sha256: 'a'.repeat(64), reason: 'Contains “quotes”' },
  unyank: { ...common, ...version, type: 'unyank' },
  deprecate: {
    ...{ ...common, type: 'deprecate' as const, name: '@acme/web-style', range: '<2.0.0' },
    ...{ message: 'Use 2', successor: { name: '@acme/style', range: '^2' } },
  },
  undeprecate: { ...common, type: 'undeprecate', name: '@acme/web-style', range: '<2.0.0' },
  channel: { ...common, ...version, type: 'channel', channel: 'beta' },
  unchannel: { ...common, type: 'unchannel', name: '@acme/web-style', channel: 'beta' },
  move: { ...common, type: 'move', name: '@acme/web-style', to: '@acme/style' },
  unmove: { ...common, type: 'unmove', name: '@acme/web-style' },
  remove: { ...common, ...version, type: 'remove', sha256: 'a'.repeat(64), category: 'law' },
  'log-key': { ...common, type: 'log-key', vkey: 'primes.example/-/log+3b1f2a4c+AXlw' },
  trust: {
    ...{ ...common, type: 'trust' as const, rule: 'releases', change: 'add' as const },
    ...{ issuer: 'https://ci.example', may: ['publish'], scopes: ['@acme'], primes: [] },
    sha256: 'c'.repeat(64),
    conditions: { sub: 'job', ref: { prefix: 'refs/tags/' }, environment: ['live', 'test'] },
  },
};

describe('the encoding', () => {
  test('is one line of JSON with sorted keys', () => {
    assert.equal(
      decode(encodeLogEntry(EXAMPLES.channel)),
      '{"at":"2026-11-21T06:19:30Z","by":"e7d742cc9af2","channel":"beta","name":"@acme/web-style","type":"channel","v":1,"version":"1.0.0"}',
    );
  });

  test('leaves out what is undefined', () => {
    const entry = { ...EXAMPLES.unyank, reason: undefined };
    assert.deepEqual(encodeLogEntry(entry), encodeLogEntry(EXAMPLES.unyank));
  });

  test('sorts keys by their UTF-16 code units, at every depth', () => {
    const previous = { size: 2, origin: 'example', '\ud83d\ude00': 1, '\ufb33': 2, '\u00e9': 3 };
    const text = decode(encodeLogEntry({ ...EXAMPLES.begin, previous }));
    assert.ok(
      text.includes('"previous":{"origin":"example","size":2,"\u00e9":3,"\ud83d\ude00":1,"\ufb33":2}'),
      text,
    );
  });

  test('refuses what has no canonical form or is too large', () => {
    const yank = EXAMPLES.yank;
    assert.throws(() => encodeLogEntry({ ...yank, reason: 'half \ud83d' }), /surrogate pair/);
    assert.throws(() => encodeLogEntry({ ...EXAMPLES.publish, size: 0.5 }), /0\.5 is not an integer/);
    assert.throws(() => encodeLogEntry({ ...EXAMPLES.publish, size: 2 ** 53 }), /is not an integer/);
    const reason = 'x'.repeat(MAX_LOG_ENTRY_BYTES);
    assert.throws(() => encodeLogEntry({ ...yank, reason }), /at most 16384 are allowed/);
  });
});

describe('the parser', () => {
  for (const [type, entry] of Object.entries(EXAMPLES)) {
    test(`reads what was encoded: ${type}`, () => {
      const parsed = parseLogEntry(encodeLogEntry(entry));
      assert.deepEqual(parsed, entry);
      assert.ok(isKnownEntry(parsed));
    });

    test(`misses every required field of ${type}, and notices every wrong one`, () => {
      for (const field of Object.keys(entry).filter((key) => key !== 'type')) {
        assertRefused({ ...entry, [field]: { wrong: true } }, `${field}: `);
        const problem = findProblem({ ...entry, [field]: undefined }) ?? `${field}: it is missing`;
        assert.equal(problem, `${field}: it is missing`);
      }
    });
  }

  test('keeps fields and types of newer programs', () => {
    const newer = { ...EXAMPLES.unmove, signed_by: ['x'] };
    assert.deepEqual(parse(newer), newer);
    const scope = { ...common, type: 'scope', scope: '@acme', owners: { user: null } };
    const parsed = parse(scope);
    assert.deepEqual(parsed, scope);
    assert.ok(!isKnownEntry(parsed));
    assert.ok(!isKnownEntry(parse({ ...EXAMPLES.unmove, v: 2 })));
    assert.ok(!isKnownEntry(parse({ ...common, type: 'toString' })));
  });

  test('says what is wrong with a value', () => {
    const { publish, remove } = EXAMPLES;
    assertRefused({ ...publish, name: 'web-style' }, "name: 'web-style' does not begin with '@'");
    assertRefused({ ...publish, sha256: 'A'.repeat(64) }, 'sha256: ');
    assertRefused({ ...publish, size: -1 }, 'size: it is not an integer from 0');
    assertRefused({ ...publish, at: '2026-02-30T00:00:00Z' }, 'at: ');
    assertRefused({ ...publish, provenance: {} }, 'provenance: issuer of provenance');
    assertRefused({ ...remove, category: 'boredom' }, "category: 'boredom' is not one of");
    assertRefused({ ...EXAMPLES.trust, change: 'widen' }, "change: 'widen' is not one of add");
    assertRefused({ ...EXAMPLES.trust, scopes: [1] }, 'scopes: it is not a list of texts');
    assertRefused({ ...EXAMPLES.trust, conditions: { sub: { regex: '.*' } } }, 'conditions: ');
    assertRefused({ ...EXAMPLES.deprecate, successor: { name: 'x' } }, 'successor: name: ');
    assertRefused({ ...EXAMPLES.begin, previous: [] }, 'previous: it is not an object');
  });

  test('refuses every other spelling of an entry', () => {
    const text = decode(encodeLogEntry(EXAMPLES.unmove));
    const spellings = [
      ` ${text}`,
      `\ufeff${text}`,
      text.replace('"v":1', '"v":1.0'),
      text.replace('"v":1', '"v":2,"v":1'),
      text.replace('"at"', '"\\u0061t"'),
      text.replace(/"at":[^,]+,(.*)\}$/, '$1,"at":"2026-11-21T06:19:30Z"}'),
    ];
    for (const spelling of spellings) assert.throws(() => parseLogEntry(encode(spelling)), LogEntryError);
    assert.throws(() => parseLogEntry(encode('[]')), /not a JSON object/);
    assert.throws(() => parseLogEntry(encode('{}')), /has no type/);
    assert.throws(() => parseLogEntry(encode('{"v":0.5}')), /0\.5 is not an integer/);
    assert.throws(() => parseLogEntry(new Uint8Array([0xff])), /not UTF-8/);
    assert.throws(() => parseLogEntry(new Uint8Array(MAX_LOG_ENTRY_BYTES + 1)), /at most 16384/);
  });

  test('refuses any bytes with one sentence', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => encode(text)),
        ),
        (bytes) => {
          try {
            parseLogEntry(bytes);
          } catch (error) {
            assert.ok(error instanceof LogEntryError);
            assert.doesNotMatch(error.message, /\n/);
          }
        },
      ),
    );
  });
});

function parse(value: unknown) {
  return parseLogEntry(encodeLogEntry(value as LogEntry));
}

function findProblem(value: unknown): string | undefined {
  try {
    parse(value);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof LogEntryError);
    return error.message.replace('the log entry has a wrong field: ', '');
  }
}

function assertRefused(value: unknown, problem: string): void {
  assert.ok(findProblem(value)?.startsWith(problem), `${findProblem(value)} instead of ${problem}`);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
