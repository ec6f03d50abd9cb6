// What a policy file may say, and that everything else is an error with its line.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeLog, makeWitness } from '@prime-registry/testkit/fake-log';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { parsePolicyFile } from '../../src/policy/policy-file.ts';

const FINGERPRINT = 'SHA256:ilLscTNEqImiTHXrfpOImzTxQPrX+l2Pt3FZf4oCz30';
const witness = makeWitness('witness.example');

const parse = (text: string) => parsePolicyFile('/home/ada/project/.primes/policy.yaml', 'policy.yaml', text);

function problemsOf(text: string): string[] {
  try {
    parse(text);
  } catch (error) {
    assert.ok(error instanceof ValidationError, String(error));
    return error.problems.map(({ field, message, line }) => `${line} ${field}: ${message}`);
  }
  return assert.fail(`this was accepted:\n${text}`);
}

describe('a policy file', () => {
  test('of a project names files of the project only', () => {
    const rule = (path: string) => `rules:\n  - primes: '*'\n    signed-by: '${path}'\n`;
    for (const path of ['./a', '../keys/a', 'a/../b', '..a', '/home/ada/project/a'])
      assert.ok(parse(rule(path)));
    for (const path of ['../../a', '/etc/passwd', '../../project2/a', '/', '../..', '//host/share/a'])
      assert.match(problemsOf(rule(path)).join(), /^3 .*names a file outside the project/, path);
    assert.ok(parsePolicyFile('/home/ada/.config/prime/policy.yaml', 'policy.yaml', rule('/etc/signers')));
  });

  test('is read, with the line of each wish', () => {
    const rules = parse(`# What we install
rules:
  - primes: '@acme/*'
    published-by:
      issuer: https://token.actions.githubusercontent.com
      repository: acme/knowledge
      ref: { prefix: refs/tags/v }
      event_name: [push, release]
    signed-by: [${FINGERPRINT}, ./allowed_signers]
  - primes: ['@acme/web-style', '*']
    logged: true
    registry: https://primes.acme.example/
    witnessed:
      at-least: 1
      of: [${witness.vkey}]
`);
    const [first, second] = rules;
    assert.deepEqual(
      rules.map(({ primes, line, wishes }) => [
        line,
        primes,
        wishes.map((wish) => `${wish.line} ${wish.kind}`),
      ]),
      [
        [3, ['@acme/*'], ['4 published-by', '9 signed-by']],
        [10, ['@acme/web-style', '*'], ['11 logged', '12 registry', '13 witnessed']],
      ],
    );
    const [publisher, signers] = first?.wishes ?? [];
    assert.ok(publisher?.kind === 'published-by' && signers?.kind === 'signed-by');
    assert.deepEqual(
      [...publisher.claims],
      [
        ['repository', { oneOf: ['acme/knowledge'] }],
        ['ref', { prefix: 'refs/tags/v' }],
        ['event_name', { oneOf: ['push', 'release'] }],
      ],
    );
    assert.deepEqual(signers.fingerprints, [FINGERPRINT]);
    assert.deepEqual(signers.files, ['/home/ada/project/.primes/allowed_signers']);
    const registry = second?.wishes.find(({ kind }) => kind === 'registry');
    assert.ok(registry?.kind === 'registry');
    assert.deepEqual(registry.registries, ['https://primes.acme.example']);
  });

  const rule = (lines: string): string => `rules:\n  - primes: '*'\n${lines}`;
  const wrong: [name: string, text: string, problem: RegExp][] = [
    ['nothing', '', /^1 .*rules'?: must be a list/],
    ['a comment', '# nothing\n', /must be a list/],
    ['no rules', 'rules: []\n', /^1 .*must be a list/],
    ['an unknown key', "rulez:\n  - primes: '*'\n    logged: true\n", /^1 'rulez': is not a key of a policy/],
    ['a text', 'logged\n', /must be a mapping/],
    ['a rule that is a text', 'rules:\n  - logged\n', /^2 .*must be a rule/],
    ['a rule without Primes', 'rules:\n  - logged: true\n', /primes'?: is missing/],
    ['a rule that asks for nothing', rule(''), /^2 .*asks for nothing/],
    ['an unknown wish', rule('    loged: true\n'), /^3 .*loged'?: is not a key of a rule/],
    ['a wish that is off', rule('    logged: false\n'), /^3 .*must be 'true'/],
    ['a wish without a value', rule('    logged:\n'), /^3 .*must be 'true'/],
    ['the key of a witness as a log', rule(`    logged: [${witness.vkey}]\n`), /^3 .*is no key of a log/],
    ['an empty list of signers', rule('    signed-by: []\n'), /^3 .*at least one/],
    ['a signer without a value', rule('    signed-by:\n'), /^3 .*must be fingerprints/],
    ['a short fingerprint', rule('    signed-by: SHA256:abc\n'), /^3 .*is no fingerprint/],
    ['a fingerprint of MD5', rule('    signed-by: MD5:aa:bb\n'), /^3 .*is no fingerprint/],
    [
      'a publisher without an issuer',
      rule('    published-by:\n      repository: a/b\n'),
      /must have 'issuer'/,
    ],
    [
      'a publisher without claims',
      rule('    published-by:\n      issuer: https://a.example\n'),
      /must have 'issuer'/,
    ],
    [
      'a claim without a value',
      rule('    published-by:\n      issuer: i\n      ref:\n'),
      /^5 .*must be a text/,
    ],
    [
      'a claim of another form',
      rule('    published-by:\n      issuer: i\n      ref: {glob: x}\n'),
      /must be a text/,
    ],
    [
      'two keys in a claim',
      rule('    published-by:\n      issuer: i\n      ref: {prefix: x, a: b}\n'),
      /must be a text/,
    ],
    ['a name that is none', "rules:\n  - primes: 'acme*'\n    logged: true\n", /^2 .*'acme\*' is none/],
    ['a part of a name', "rules:\n  - primes: '@acme/web-*'\n    logged: true\n", /is none/],
    ['a registry that is none', rule('    registry: nowhere\n'), /^3 /],
    [
      'the key of a log as a witness',
      rule(`    witnessed: [${new FakeLog().vkey}]\n`),
      /^3 .*no key of a witness/,
    ],
    ['a key twice', rule(`    witnessed: [${witness.vkey}, ${witness.vkey}]\n`), /count twice/],
    [
      'more witnesses than there are',
      rule(`    witnessed: {at-least: 2, of: [${witness.vkey}]}\n`),
      /asks for 2/,
    ],
    ['no witness', rule(`    witnessed: {at-least: 0, of: [${witness.vkey}]}\n`), /must be a list of keys/],
    ['a duplicate key', rule('    logged: true\n    logged: true\n'), /^4 .*has this key twice/],
    ['the same key in quotes', rule('    logged: true\n    "logged": true\n'), /has this key twice/],
    ['a second document', `${rule('    logged: true\n')}---\nrules: []\n`, /second document/],
    ['an alias', `rules:\n  - &a\n    primes: '*'\n    logged: true\n  - *a\n`, /^5 .*must be a rule/],
    [
      'a merge key',
      `rules:\n  - &a\n    primes: '*'\n    logged: true\n  - <<: *a\n    primes: '@a/b'\n`,
      /<<': is not a key of a rule/,
    ],
    ['a tag', rule('    logged: !!bool true\n'), /tag|must be/],
    ['a list as a key', 'rules:\n  - ? [primes]\n    : x\n', /is not a key of a rule/],
    ['deep nesting', `rules: ${'['.repeat(60_000)}`, /./],
  ];
  for (const [name, text, problem] of wrong)
    test(`is refused with ${name}`, () => {
      const problems = problemsOf(text);
      assert.ok(
        problems.some((each) => problem.test(each)),
        problems.join('\n'),
      );
    });
});
