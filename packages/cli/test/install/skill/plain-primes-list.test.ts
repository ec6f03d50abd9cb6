import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { findPlainPrimesList } from '../../../src/install/skill/plain-primes-list.ts';
import { readPrimesList } from '../../../src/install/skill/primes-list.ts';

/** What makes a difference in YAML, and what does not. */
const PIECES = fc.constantFrom(
  ...[
    'a',
    'Made for a test',
    '@acme/web-style',
    '1.0',
    '^1.2',
    'é',
    '日',
    '-',
    '--',
    '---',
    '...',
    ' ',
    '  ',
    '\t',
  ],
  ...[
    ':',
    ': ',
    ' #',
    '#',
    '"',
    "'",
    '\\',
    '\\n',
    '&a ',
    '*a',
    '!a ',
    '|',
    '>',
    '%',
    '@',
    '`',
    '{',
    '}',
    '[',
    ']',
    ',',
  ],
  ...[
    '?',
    '? ',
    '- ',
    '<<',
    '~',
    'null',
    'true',
    '\u00a0',
    '\u0085',
    '\u2028',
    '\u200b',
    '\ufeff',
    '\r',
    '\n',
    '\n  ',
    '\n\n',
  ],
);
const TEXT = fc.array(PIECES, { maxLength: 4 }).map((pieces) => pieces.join(''));
const WORD = fc.constantFrom('name', 'description', 'primes', 'Primes', 'a-b', 'a_b', 'null', 'y', 'x1');
const NAME = fc.constantFrom(
  '@acme/web-style',
  '@acme/a@^1.2',
  '@acme/b@>=1 <2',
  '@a/b@1.x || 2',
  'b',
  '',
  '@a/b@"1"',
);
const QUOTED = fc
  .tuple(fc.constantFrom('"', "'", ''), fc.oneof({ weight: 6, arbitrary: NAME }, TEXT))
  .map(([quote, text]) => `${quote}${text}${quote}`);
const ENTRY = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('  - ') },
      fc.constantFrom('- ', '    - ', '  -  ', '  -', ' '),
    ),
    QUOTED,
  )
  .map((parts) => `${parts.join('')}\n`);
const LIST = fc
  .tuple(
    fc.constantFrom('primes:\n', 'primes:\n', 'primes: \n', 'primes: []\n', ' primes:\n'),
    fc.array(ENTRY, { maxLength: 4 }),
  )
  .map(([key, entries]) => `${key}${entries.join('')}`);
const LINE = fc
  .tuple(WORD, fc.constantFrom(': ', ': ', ':', ':  '), fc.oneof(fc.constant('Made for a test'), TEXT))
  .map((parts) => `${parts.join('')}\n`);
const FRONTMATTER = fc
  .array(fc.oneof({ weight: 2, arbitrary: LIST }, { weight: 3, arbitrary: LINE }, TEXT), { maxLength: 5 })
  .map((parts) => parts.join(''));

describe('findPlainPrimesList', () => {
  it('reads what prime and people write', () => {
    const text = [
      'name: measured',
      'description: "Made for a test: quoted"',
      'license: Apache-2.0, or another (see below)',
      'primes:',
      '  - "@acme/web-style"',
      "  - '@acme/naming@>=1.2 <2'",
      'allowed-tools: Read, Write',
    ];
    assert.deepEqual(findPlainPrimesList(`${text.join('\n')}\n`, 1), [
      { field: 'primes[0]', text: '@acme/web-style', line: 6, column: 5 },
      { field: 'primes[1]', text: '@acme/naming@>=1.2 <2', line: 7, column: 5 },
    ]);
  });

  for (const [what, text] of Object.entries({
    'a comment': 'primes:\n  - "@a/b" # why\n',
    'a continued value': 'description: one\n  two\nprimes:\n  - "@a/b"\n',
    'a mapping': 'primes:\n  - pack: "@a/b"\n    version: "1"\n',
    'an empty list': 'primes: []\n',
    'an escape': 'primes:\n  - "@a/b\\x40"\n',
    'a list under another spelling': 'Primes:\n  - "@a/b"\n',
    'a repeated key': 'primes:\n  - "@a/b"\nprimes:\n  - "@a/c"\n',
    'lines that end with CR and LF': 'primes:\r\n  - "@a/b"\r\n',
    'a value that may be a mapping': 'description: a: b\nprimes:\n  - "@a/b"\n',
  })) {
    it(`leaves ${what} to the library`, () => {
      assert.equal(findPlainPrimesList(text, 1), undefined);
    });
  }

  it('reads nothing else than the library', () => {
    fc.assert(
      fc.property(FRONTMATTER, fc.nat(9), (text, linesBefore) => {
        const entries = findPlainPrimesList(text, linesBefore);
        if (entries === undefined) return;
        assert.deepEqual({ entries, problems: [] }, readPrimesList(text, linesBefore));
      }),
    );
  });
});
