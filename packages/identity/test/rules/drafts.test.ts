// Rules as people write them: what becomes of the fields, and what is refused, with the field and a way out.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { draftTrustRule, formatTrustRule, PRESETS, parseTrustRule } from '../../src/index.ts';
import { someRule } from './some-rule.ts';

type Json = Readonly<Record<string, unknown>>;

const GITHUB = { preset: 'github', repository: 'acme/web-style@456789', scopes: ['@acme'] };
const KUBERNETES = { preset: 'kubernetes', issuer: 'https://kubernetes.default.svc', scopes: ['@acme'] };
const CIRCLECI = {
  ...{ preset: 'circleci', issuer: 'https://oidc.circleci.com/org/0b3c1a9e-6d5f-4e2b-9a87-1c2d3e4f5a6b' },
  ...{ project: '5f0e9c1a-30c4-4a32-9a6c-b6b4c9c0a1d2', scopes: ['@acme'], name: 'circle' },
};
const BUILDKITE = {
  preset: 'buildkite',
  pipeline: 'web@0184990a-4782-42b5-afc1-16715b10b1f0',
  scopes: ['@acme'],
};
const OIDC = { preset: 'oidc', issuer: 'https://ci.example.com', subject: 'job', scopes: ['@acme'] };

describe('a rule is written with the fields of its preset', () => {
  test('and has a name, an issuer and permissions of its own accord', () => {
    assert.deepEqual(draftTrustRule({ ...GITHUB, workflow: 'release.yml', environment: 'live' }), {
      rule: {
        name: 'acme/web-style release.yml',
        preset: 'github',
        issuer: 'https://token.actions.githubusercontent.com',
        conditions: {
          repository: 'acme/web-style',
          repository_id: '456789',
          workflow_ref: { prefix: 'acme/web-style/.github/workflows/release.yml@' },
          environment: 'live',
        },
        pin: [],
        may: ['publish'],
        scopes: ['@acme'],
        primes: [],
        show: 'names',
      },
      notes: [],
    });
  });

  const CONDITIONS: readonly (readonly [what: string, input: Json, conditions: Json])[] = [
    ['an id without a name', { ...GITHUB, name: 'x', repository: '@456789' }, { repository_id: '456789' }],
    [
      'several repositories',
      { ...GITHUB, name: 'x', repository: ['acme/a@1', 'acme/b@2'] },
      { repository: ['acme/a', 'acme/b'], repository_id: ['1', '2'] },
    ],
    [
      'any repository of an owner',
      { preset: 'github', owner: 'acme@123456', scopes: ['@acme'] },
      { repository_owner: 'acme', repository_owner_id: '123456' },
    ],
    [
      'a name, and the id of its owner',
      { ...GITHUB, repository: 'acme/web-style', owner: '@123456' },
      { repository: 'acme/web-style', repository_owner_id: '123456' },
    ],
    [
      'a workflow by its path',
      { ...GITHUB, workflow: 'ci/release.yml' },
      {
        ...{ repository: 'acme/web-style', repository_id: '456789' },
        workflow_ref: { prefix: 'acme/web-style/ci/release.yml@' },
      },
    ],
    [
      'a reusable workflow at a reference',
      { ...GITHUB, 'job-workflow': 'acme/ci/.github/workflows/p.yml@refs/heads/main' },
      {
        ...{ repository: 'acme/web-style', repository_id: '456789' },
        job_workflow_ref: 'acme/ci/.github/workflows/p.yml@refs/heads/main',
      },
    ],
    [
      'references',
      { ...GITHUB, ref: ['refs/heads/main', 'refs/heads/next'] },
      {
        ...{ repository: 'acme/web-style', repository_id: '456789' },
        ref: ['refs/heads/main', 'refs/heads/next'],
      },
    ],
    [
      'a pipeline file of an own GitLab below a path',
      {
        ...{ preset: 'gitlab', issuer: 'https://example.com/gitlab', scopes: ['@acme'] },
        ...{ repository: 'a/b@1', workflow: 'ci/x.yml' },
      },
      {
        ...{ project_path: 'a/b', project_id: '1' },
        ci_config_ref_uri: { prefix: 'example.com/gitlab/a/b//ci/x.yml@' },
      },
    ],
    [
      'a service account',
      { ...KUBERNETES, account: 'docs/publisher@e6a8680e-d103-4cce-80ea-03acbbeacf7d' },
      {
        sub: 'system:serviceaccount:docs:publisher',
        'kubernetes.io/serviceaccount/uid': 'e6a8680e-d103-4cce-80ea-03acbbeacf7d',
      },
    ],
    [
      'further claims',
      { ...OIDC, claims: { team: ['a', 'b'], build: { prefix: 'release-' } } },
      { sub: 'job', team: ['a', 'b'], build: { prefix: 'release-' } },
    ],
  ];
  for (const [what, input, conditions] of CONDITIONS)
    test(what, () => {
      const drafted = draftTrustRule(input);
      assert.ok('rule' in drafted, JSON.stringify(drafted));
      assert.deepEqual(drafted.rule.conditions, conditions);
      assert.deepEqual(parseTrustRule(JSON.parse(formatTrustRule(drafted.rule))), {
        ok: true,
        value: drafted.rule,
      });
    });

  test('without a preset, it is any issuer', () => {
    assert.deepEqual(draftTrustRule({ ...OIDC, preset: undefined }), draftTrustRule(OIDC));
  });

  test('ids that are not known yet are pinned', () => {
    const pinned: [Json, string][] = [
      [{ ...GITHUB, repository: 'acme/web-style' }, 'repository_id'],
      [{ preset: 'github', owner: 'acme', scopes: ['@acme'] }, 'repository_owner_id'],
      [{ preset: 'gitlab', repository: 'acme/web-style', scopes: ['@acme'] }, 'project_id'],
      [{ ...BUILDKITE, pipeline: 'web', owner: 'acme' }, 'pipeline_id'],
      [{ ...KUBERNETES, account: 'docs/publisher' }, 'kubernetes.io/serviceaccount/uid'],
    ];
    for (const [input, claim] of pinned) {
      const drafted = draftTrustRule({ ...input, pin: true });
      assert.ok('rule' in drafted, JSON.stringify(drafted));
      assert.deepEqual(drafted.rule.pin, [claim]);
    }
  });

  test('what is wide but not wrong is told', () => {
    const notesOf = (input: Json) => {
      const drafted = draftTrustRule(input);
      return 'rule' in drafted ? drafted.notes.join('\n') : JSON.stringify(drafted);
    };
    assert.match(notesOf(GITHUB), /every workflow .*\n.*everybody who may push/);
    assert.match(notesOf({ ...GITHUB, ref: 'refs/heads/main' }), /^every workflow [^\n]*$/);
    assert.match(notesOf(BUILDKITE), /forks.*\n.*--claim organization_id,pipeline_id/);
    assert.equal(notesOf(OIDC), '');
  });
});

describe('a rule is refused', () => {
  const PROBLEMS: readonly (readonly [what: string, input: Json, field: string, message: RegExp])[] = [
    [
      'with a name and no id',
      { ...GITHUB, repository: 'acme/web-style' },
      'repository',
      /can be taken over.*@456789.*--pin/,
    ],
    [
      'with an owner and no id',
      { preset: 'github', owner: 'acme', scopes: ['@a'] },
      'repository',
      /repository_owner_id/,
    ],
    [
      'with an id that is none',
      { ...GITHUB, repository: 'acme/web-style@main' },
      'repository',
      /not of the form/,
    ],
    [
      'with a prefix as an id',
      { ...GITHUB, repository: 'acme/a', claims: { repository_id: { prefix: '4' } } },
      'claims.repository_id',
      /whole text/,
    ],
    [
      'with a prefix as a repository',
      { ...GITHUB, repository: { prefix: 'acme/' } },
      'repository',
      /not a prefix/,
    ],
    [
      'with some ids',
      { ...GITHUB, name: 'x', repository: ['acme/a@1', 'acme/b'] },
      'repository',
      /all must have/,
    ],
    [
      'on the subject of GitHub',
      { ...GITHUB, claims: { sub: 'repo:acme/web-style:ref:refs/heads/main' } },
      'claims.sub',
      /no rule may depend on it/,
    ],
    [
      'for pull_request_target',
      { ...GITHUB, event: ['push', 'pull_request_target'] },
      'claims.event_name',
      /never accepted/,
    ],
    ['for workflow_run', { ...GITHUB, event: 'workflow_run' }, 'claims.event_name', /never accepted/],
    [
      'for a prefix of events',
      { ...GITHUB, event: { prefix: 'pull_request' } },
      'claims.event_name',
      /not a prefix/,
    ],
    [
      'of GitHub under another preset',
      { ...OIDC, issuer: 'https://token.actions.githubusercontent.com' },
      'preset',
      /preset 'github'/,
    ],
    [
      'of an Enterprise Server under another preset',
      { ...OIDC, issuer: 'https://git.example.com/_services/token' },
      'preset',
      /preset 'github'/,
    ],
    [
      'of ghe.com under another preset',
      { ...OIDC, issuer: 'https://token.actions.acme.ghe.com' },
      'preset',
      /preset 'github'/,
    ],
    [
      'of Google under another preset',
      { ...OIDC, issuer: 'https://accounts.google.com' },
      'preset',
      /preset 'google'/,
    ],
    [
      'of somebody else as CircleCI',
      { ...CIRCLECI, repository: 'github.com/a/b', issuer: 'https://ci.example' },
      'issuer',
      /not an issuer of CircleCI/,
    ],
    ['without the repository of CircleCI', CIRCLECI, 'claims.oidc.circleci.com/vcs-origin', /forks/],
    [
      'with the beginning of a repository of CircleCI, which a fork can have',
      { ...CIRCLECI, claims: { 'oidc.circleci.com/vcs-origin': { prefix: 'github.com/acme' } } },
      'claims.oidc.circleci.com/vcs-origin',
      /whole text.*forks/,
    ],
    [
      'that pins what has no name',
      { ...CIRCLECI, project: undefined, repository: 'github.com/a/b', pin: true },
      'pin',
      /cannot be pinned/,
    ],
    [
      'that pins for everybody',
      { ...GITHUB, repository: undefined, name: 'x', pin: true, claims: { environment: 'live' } },
      'pin',
      /anybody could be the first/,
    ],
    ['that pins one of two names', { ...BUILDKITE, pipeline: 'web', pin: true }, 'pin', /organization_slug/],
    ['that pins at an unknown issuer', { ...OIDC, pin: true }, 'pin', /cannot be pinned/],
    ['that pins what it has', { ...GITHUB, pin: true }, 'pin', /nothing to pin/],
    ['that pins half', { ...GITHUB, pin: 'maybe' }, 'pin', /neither/],
    ['without an issuer', { ...KUBERNETES, issuer: undefined }, 'issuer', /byte for byte/],
    ['of an issuer without https', { ...OIDC, issuer: 'http://ci.example.com' }, 'issuer', /https:/],
    ['of an issuer with a password', { ...OIDC, issuer: 'https://a:b@ci.example.com' }, 'issuer', /password/],
    ['of an issuer with a query', { ...OIDC, issuer: 'https://ci.example.com/?x' }, 'issuer', /'\?'/],
    [
      'of an issuer with letters that look alike',
      { ...OIDC, issuer: 'https://\u0441i.example.com' },
      'issuer',
      /not a URL/,
    ],
    ['without conditions', { ...OIDC, subject: undefined, name: 'x' }, 'claims', /trust everybody/],
    [
      'with a condition on the audience',
      { ...OIDC, claims: { aud: 'x' } },
      'claims.aud',
      /verified for every token/,
    ],
    ['with a regular expression', { ...OIDC, claims: { x: { regex: '.*' } } }, 'claims.x', /no condition/],
    ['with an empty prefix', { ...OIDC, claims: { x: { prefix: '' } } }, 'claims.x', /every text/],
    ['with an empty list', { ...OIDC, claims: { x: [] } }, 'claims.x', /never met/],
    ['with a number', { ...OIDC, claims: { x: 1 } }, 'claims.x', /no condition/],
    ['with an invisible character', { ...OIDC, claims: { x: 'a\u200b' } }, 'claims.x', /invisible/],
    [
      'with two conditions on a claim',
      { ...GITHUB, claims: { repository: 'acme/other' } },
      'claims.repository',
      /another condition/,
    ],
    ['with an unknown field', { ...GITHUB, reponame: 'x' }, 'reponame', /there are repository, owner/],
    ['with the field of another preset', { ...OIDC, workflow: 'x.yml' }, 'workflow', /no such field/],
    ['with an unknown preset', { ...GITHUB, preset: 'jenkins' }, 'preset', /'jenkins' is none of github/],
    ['with a preset of Object.prototype', { ...GITHUB, preset: 'constructor' }, 'preset', /is none of/],
    ['with a workflow that is none', { ...GITHUB, workflow: 'release' }, 'workflow', /release\.yml/],
    [
      'with a workflow and no repository',
      { preset: 'github', owner: 'acme@1', workflow: 'r.yml', scopes: ['@a'] },
      'workflow',
      /needs one repository/,
    ],
    ['with a branch that is no reference', { ...GITHUB, ref: 'main' }, 'ref', /refs\/heads\/main/],
    [
      'with a star in a list',
      { ...GITHUB, ref: ['refs/tags/v*', 'refs/heads/main'] },
      'ref',
      /single reference/,
    ],
    ['without scopes', { ...GITHUB, scopes: undefined }, 'scopes', /at least one/],
    ['for every scope', { ...GITHUB, scopes: ['*'] }, 'scopes', /'@'/],
    ['with a Prime that is none', { ...GITHUB, primes: ['@acme'] }, 'primes', /no short name/],
    ['for admin', { ...GITHUB, may: ['admin'] }, 'may', /none of read, publish, yank/],
    ['for nothing', { ...GITHUB, may: [] }, 'may', /at least one/],
    ['that shows something else', { ...GITHUB, show: 'all' }, 'show', /neither/],
    ['with a name of 101 characters', { ...GITHUB, name: 'x'.repeat(101) }, 'name', /1 to 100/],
    ['with a name of two lines', { ...GITHUB, name: 'a\nb' }, 'name', /invisible/],
    [
      'with a person as the account of Google',
      { preset: 'google', account: 'dora@example.com@10769150350006', scopes: ['@a'] },
      'account',
      /not of the form/,
    ],
    [
      'with half a service account',
      { ...KUBERNETES, account: 'publisher', name: 'x' },
      'account',
      /docs\/publisher/,
    ],
  ];
  for (const [what, input, field, message] of PROBLEMS)
    test(what, () => {
      const drafted = draftTrustRule(input);
      assert.ok('problems' in drafted, JSON.stringify(drafted));
      const found = drafted.problems.find((problem) => problem.field === field);
      assert.match(found?.message ?? JSON.stringify(drafted.problems), message);
    });

  test('that hides names, but has the name of a repository', () => {
    const drafted = draftTrustRule({ ...GITHUB, show: 'ids' });
    assert.match(JSON.stringify(drafted), /needs a name that everybody may see/);
    assert.ok('rule' in draftTrustRule({ ...GITHUB, show: 'ids', name: 'releases' }));
  });

  test('with everything that is wrong at once', () => {
    const drafted = draftTrustRule({
      ...GITHUB,
      repository: 'x',
      ref: 'main',
      scopes: ['acme'],
      may: ['admin'],
    });
    const fields = 'problems' in drafted ? drafted.problems.map(({ field }) => field) : [];
    assert.deepEqual([...new Set(fields)].toSorted(), ['may', 'ref', 'repository', 'scopes']);
  });
});

test('whatever is written, it is a rule or a list of problems', () => {
  const field = fc.constantFrom(
    ...Object.keys({ ...GITHUB, ...CIRCLECI, ...BUILDKITE, ...OIDC }),
    'claims',
    'ref',
  );
  const value = fc.oneof(fc.constantFrom(...PRESETS, 'true', '@acme'), fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(fc.dictionary(field, value), (input) => {
      const drafted = draftTrustRule(input);
      assert.ok('rule' in drafted || drafted.problems.length > 0);
      parseTrustRule(input);
    }),
  );
});

describe('the stored form', () => {
  test('has one text', () => {
    const { name, ...rest } = someRule();
    assert.equal(formatTrustRule({ ...rest, name }), formatTrustRule(someRule()));
  });

  test('names the field that is wrong', () => {
    const wrong: [unknown, RegExp][] = [
      [null, /^rule: /],
      [[], /^rule: /],
      [{ ...someRule(), extra: 1 }, /^extra: there is no such field/],
      [{ ...someRule(), conditions: { x: 7 } }, /^claims\.x: /],
      [{ ...someRule(), pin: 'x' }, /^pin: /],
      [{ ...someRule(), scopes: ['@acme', '@acme'] }, /^scopes: .*twice/],
      [{ ...someRule(), preset: 'github', conditions: { repository: 'a/b' } }, /^repository: .*taken over/],
      [
        {
          ...someRule(),
          conditions: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`c${n}`, 'x'])),
        },
        /more than 32/,
      ],
      [
        { ...someRule(), conditions: { x: Array.from({ length: 100 }, (_, n) => 'x'.repeat(500) + n) } },
        /at most 8192/,
      ],
    ];
    for (const [input, message] of wrong) {
      const parsed = parseTrustRule(input);
      assert.match(parsed.ok ? 'accepted' : parsed.message, message);
    }
  });
});
