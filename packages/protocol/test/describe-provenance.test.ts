// The identity behind a version, as a line and as links, from claims that nobody has checked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  describeProvenance,
  linkProvenance,
  MAX_PROVENANCE_BYTES,
  type Provenance,
  parseProvenance,
} from '../src/index.ts';

const SHA = `3f2c1e9${'0'.repeat(33)}`;
const GITHUB = {
  ...{ issuer: 'https://token.actions.githubusercontent.com', rule: 'releases', preset: 'github' },
  claims: {
    ...{ repository: 'acme/web-style', repository_id: '456789', sha: SHA, run_id: '77' },
    workflow_ref: 'acme/web-style/.github/workflows/release.yml@refs/heads/main',
  },
} as const;
const withClaims = (claims: Provenance['claims'], preset = 'oidc'): Provenance => ({
  ...{ issuer: 'https://ci.example', rule: 'r', preset, claims },
});

describe('the line', () => {
  const lines: readonly (readonly [Provenance['claims'], string])[] = [
    [GITHUB.claims, 'acme/web-style, release.yml at 3f2c1e9'],
    [{ repository_id: '456789', sha: SHA }, 'repository 456789 at 3f2c1e9'],
    [
      {
        ...{ project_path: 'acme/docs/web', sha: SHA },
        ci_config_ref_uri: 'gitlab.example/acme/docs/web//.gitlab-ci.yml@refs/heads/main',
      },
      'acme/docs/web, .gitlab-ci.yml at 3f2c1e9',
    ],
    [{ organization_slug: 'acme', pipeline_slug: 'docs', build_commit: SHA }, 'acme/docs at 3f2c1e9'],
    [
      { sub: 'system:serviceaccount:docs:publisher', 'kubernetes.io/serviceaccount/uid': 'e6a8' },
      'docs/publisher',
    ],
    [{ 'kubernetes.io/serviceaccount/uid': 'e6a8' }, 'service account e6a8'],
    [
      { 'oidc.circleci.com/vcs-origin': 'github.com/acme/tea', 'oidc.circleci.com/project-id': '5f0e' },
      'github.com/acme/tea',
    ],
    [{ 'oidc.circleci.com/project-id': '5f0e' }, 'project 5f0e'],
    [{ email: 'ci@acme.example', sub: '1234' }, 'ci@acme.example'],
    [{}, 'an identity of https://ci.example'],
    [{ sub: 'a\n\u202eb' }, 'a\\u{a}\\u{202e}b'],
    [{ sub: 'x'.repeat(200) }, `${'x'.repeat(120)}… (200 characters)`],
  ];
  for (const [claims, line] of lines)
    test(line, () => assert.equal(describeProvenance(withClaims(claims)), line));
});

describe('links', () => {
  test('lead to repository, commit and run of public forges', () => {
    assert.deepEqual(linkProvenance(GITHUB), {
      repository: 'https://github.com/acme/web-style',
      commit: `https://github.com/acme/web-style/commit/${SHA}`,
      run: 'https://github.com/acme/web-style/actions/runs/77',
    });
    const claims = { project_path: 'acme/docs/web', sha: SHA, pipeline_id: '5' };
    assert.deepEqual(linkProvenance({ ...withClaims(claims, 'gitlab'), issuer: 'https://gitlab.com' }), {
      repository: 'https://gitlab.com/acme/docs/web',
      commit: `https://gitlab.com/acme/docs/web/-/commit/${SHA}`,
      run: 'https://gitlab.com/acme/docs/web/-/pipelines/5',
    });
  });

  test('are left out for other issuers, and where only ids are shown', () => {
    assert.equal(linkProvenance({ ...GITHUB, issuer: `${GITHUB.issuer}/` }), undefined);
    assert.equal(linkProvenance({ ...GITHUB, preset: 'oidc' }), undefined);
    assert.equal(linkProvenance({ ...GITHUB, claims: { repository_id: '1' } }), undefined);
  });

  for (const repository of [
    'acme',
    '../acme',
    'acme/..',
    'acme/a?b',
    'a/b/c',
    '//evil.example',
    'acme/x#y',
    'a\n/b',
  ])
    test(`are not made of the repository ${JSON.stringify(repository)}`, () => {
      assert.equal(linkProvenance({ ...GITHUB, claims: { repository } }), undefined);
    });

  test('are not made of a malformed commit or run', () => {
    const claims = { ...GITHUB.claims, sha: '../../x', run_id: '1/../2' };
    assert.deepEqual(linkProvenance({ ...GITHUB, claims }), {
      repository: 'https://github.com/acme/web-style',
    });
  });
});

describe('provenance of another program', () => {
  test('is read without the fields that nobody knows', () => {
    assert.deepEqual(parseProvenance({ ...GITHUB, more: 1 }), { ok: true, value: GITHUB });
  });

  test('may have claims with any name', () => {
    const claims = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    const parsed = parseProvenance(withClaims(claims));
    assert.ok(parsed.ok);
    assert.deepEqual(Object.entries(parsed.value.claims), [
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  test('is refused if it is too large', () => {
    const fits = withClaims({ a: '' });
    const room = MAX_PROVENANCE_BYTES - Buffer.byteLength(JSON.stringify(fits));
    assert.equal(parseProvenance(withClaims({ a: 'x'.repeat(room) })).ok, true);
    assert.deepEqual(parseProvenance(withClaims({ a: 'x'.repeat(room + 1) })), {
      ok: false,
      message: 'provenance has 4097 bytes; at most 4096 are allowed',
    });
  });

  const malformed: readonly (readonly [unknown, RegExp])[] = [
    [null, /not an object/],
    [[GITHUB], /not an object/],
    [{ ...GITHUB, issuer: '' }, /issuer of provenance is not a text of 1 to 512 characters/],
    [{ ...GITHUB, rule: 5 }, /rule of provenance/],
    [{ ...GITHUB, preset: 'x'.repeat(33) }, /preset of provenance/],
    [{ ...GITHUB, claims: [] }, /claims of provenance is not an object/],
    [{ ...GITHUB, claims: { a: 1 } }, /the claim 'a' of provenance is not a text/],
    [{ ...GITHUB, claims: { a: '\ud800' } }, /the claim 'a' of provenance is not a text/],
    [{ ...GITHUB, claims: { '': 'a' } }, /the name of a claim/],
  ];
  for (const [value, message] of malformed)
    test(`is refused: ${message.source}`, () => {
      const parsed = parseProvenance(value);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, message);
    });
});
