// Reports for programs: SARIF, GitHub, GitLab.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Finding, RULE_CODES, toGitHub, toGitLab, toSarif } from '../../src/index.ts';

const FINDINGS: readonly Finding[] = [
  {
    ...{ rule: 'dangling-edge', severity: 'error', path: 'primes/@s/a b.prime', line: 3, column: 5 },
    ...{
      message: 'the edge leads to @s/x,\nwhich is 100% gone',
      remedy: 'remove it',
      atom: '@s/a',
      target: '@s/x',
    },
  },
  {
    ...{ rule: 'missing-readme', severity: 'warning', path: 'pack.yaml', line: undefined, column: undefined },
    ...{ message: 'there is no README.md', remedy: 'write one' },
  },
  {
    ...{ rule: 'dangling-edge', severity: 'note', path: 'primes/@s/a b.prime', line: 9, column: 5 },
    ...{ message: 'another one', remedy: 'remove it', atom: '@s/a', target: '@s/x' },
  },
];

const inFolder = (path: string): string => `my-prime/${path}`;

describe('SARIF', () => {
  // What the schema of SARIF 2.1.0 requires of each object, and the values that it allows.
  const log = JSON.parse(JSON.stringify(toSarif(FINDINGS, inFolder, '1.2.3')));
  const [run] = log.runs;

  test('has the required properties of the schema', () => {
    assert.deepEqual([log.version, log.runs.length, typeof log.$schema], ['2.1.0', 1, 'string']);
    assert.equal(typeof run.tool.driver.name, 'string');
    assert.match(run.tool.driver.semanticVersion, /^\d+\.\d+\.\d+$/);
    assert.ok(['utf16CodeUnits', 'unicodeCodePoints'].includes(run.columnKind));
    assert.deepEqual(
      run.tool.driver.rules.map(({ id }: { id: string }) => id),
      RULE_CODES,
    );
    for (const { shortDescription, help, defaultConfiguration } of run.tool.driver.rules) {
      assert.ok(shortDescription.text.endsWith('.') && help.text.endsWith('.'));
      assert.ok(['none', 'note', 'warning', 'error'].includes(defaultConfiguration.level));
    }
    assert.equal(run.results.length, FINDINGS.length);
    for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of run.results) {
      assert.equal(run.tool.driver.rules[ruleIndex].id, ruleId);
      assert.ok(['none', 'note', 'warning', 'error'].includes(level));
      assert.ok(message.text.length > 0);
      for (const { physicalLocation } of locations) {
        const { artifactLocation, region } = physicalLocation;
        assert.ok(URL.canParse(artifactLocation.uri, 'file:///repository/'), artifactLocation.uri);
        if (region !== undefined) assert.ok(region.startLine >= 1 && region.startColumn >= 1);
      }
      for (const value of Object.values(partialFingerprints)) assert.equal(typeof value, 'string');
    }
  });

  test('places findings in the repository', () => {
    const { physicalLocation } = run.results[0].locations[0];
    assert.deepEqual(physicalLocation, {
      artifactLocation: { uri: 'my-prime/primes/@s/a%20b.prime' },
      region: { startLine: 3, startColumn: 5 },
    });
    assert.deepEqual(run.results[1].locations[0].physicalLocation, {
      artifactLocation: { uri: 'my-prime/pack.yaml' },
    });
  });
});

test('annotations of GitHub escape what would end them', () => {
  assert.deepEqual(toGitHub(FINDINGS, (path) => `a,b:c/${path}`).split('\n'), [
    '::error file=a%2Cb%3Ac/primes/@s/a b.prime,line=3,col=5,title=dangling-edge::the edge leads to @s/x,%0Awhich is 100%25 gone; remove it',
    '::warning file=a%2Cb%3Ac/pack.yaml,title=missing-readme::there is no README.md; write one',
    '::notice file=a%2Cb%3Ac/primes/@s/a b.prime,line=9,col=5,title=dangling-edge::another one; remove it',
  ]);
});

test('issues of GitLab have what it requires, and fingerprints that survive moved lines', () => {
  const issues = JSON.parse(JSON.stringify(toGitLab(FINDINGS, inFolder)));
  assert.deepEqual(
    issues.map(({ check_name, severity, location }: Record<string, unknown>) => [
      check_name,
      severity,
      location,
    ]),
    [
      ['dangling-edge', 'major', { path: 'my-prime/primes/@s/a b.prime', lines: { begin: 3 } }],
      ['missing-readme', 'minor', { path: 'my-prime/pack.yaml', lines: { begin: 1 } }],
      ['dangling-edge', 'info', { path: 'my-prime/primes/@s/a b.prime', lines: { begin: 9 } }],
    ],
  );
  const prints = issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  assert.equal(new Set(prints).size, prints.length);
  const moved = FINDINGS.map((finding) => ({ ...finding, line: (finding.line ?? 0) + 7 }));
  assert.deepEqual(
    toGitLab(moved, inFolder).map((issue) => (issue as { fingerprint: string }).fingerprint),
    prints,
  );
});
