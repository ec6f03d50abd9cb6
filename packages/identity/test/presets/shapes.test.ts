// Tokens of the shapes that issuers document, signed with keys of ours: what a rule of the preset makes of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  describeIdentity,
  draftTrustRule,
  explainRule,
  findRule,
  maxAgeMsOf,
  type TrustRule,
  toProvenance,
  verifyAssertion,
} from '../../src/index.ts';
import {
  BUILDKITE_CLAIMS,
  CIRCLECI_CLAIMS,
  FORGEJO_CLAIMS,
  GITHUB_CLAIMS,
  GITLAB_CLAIMS,
  GOOGLE_CLAIMS,
  KUBERNETES_CLAIMS,
} from '../shapes/shapes.ts';
import { AUDIENCE, findTestKey, makeToken, NOW, NOW_MS } from '../tokens/test-issuer.ts';

type Json = Readonly<Record<string, unknown>>;

/** A rule that somebody wrote, and tokens that it allows or refuses, with the claim that is wrong. */
interface Shape {
  readonly rule: Json;
  readonly claims: Json & { readonly iss: string };
  readonly described: string;
  /** How long ago a token may have been issued, in seconds. */
  readonly maxAge: number;
  readonly ids: Json;
  readonly refused: readonly (readonly [changed: Json, claim: string])[];
}

const SHAPES: Readonly<Record<string, Shape>> = {
  github: {
    rule: {
      ...{ preset: 'github', repository: 'acme/web-style@456789', owner: 'acme@123456', ref: 'refs/tags/v*' },
      ...{ workflow: 'release.yml', environment: 'release' },
      'job-workflow': 'acme/web-style/.github/workflows/release.yml',
    },
    claims: GITHUB_CLAIMS,
    described: 'acme/web-style, release.yml',
    maxAge: 900,
    ids: {
      ...{ repository_id: '456789', repository_owner_id: '123456', sha: GITHUB_CLAIMS.sha },
      ...{ run_id: '9000001', run_attempt: '1', runner_environment: 'github-hosted' },
    },
    refused: [
      [{ repository_id: '456790' }, 'repository_id'],
      [{ repository_owner_id: '1' }, 'repository_owner_id'],
      [{ repository: 'Acme/web-style' }, 'repository'],
      [{ repository: 'acme/web-style-2' }, 'repository'],
      [{ workflow_ref: 'acme/web-style/.github/workflows/release.yml.yml@refs/heads/main' }, 'workflow_ref'],
      [{ workflow_ref: 'acme/other/.github/workflows/release.yml@refs/heads/main' }, 'workflow_ref'],
      [{ job_workflow_ref: 'evil/shared/.github/workflows/release.yml@refs/heads/main' }, 'job_workflow_ref'],
      [{ ref: 'refs/heads/main' }, 'ref'],
      [{ environment: undefined }, 'environment'],
      [{ event_name: 'pull_request_target' }, 'event_name'],
      [{ event_name: 'workflow_run' }, 'event_name'],
      [{ event_name: 'pull_request' }, 'event_name'],
      [{ event_name: 'issue_comment' }, 'event_name'],
      [{ event_name: 'gollum' }, 'event_name'],
      [{ event_name: 'check_run' }, 'event_name'],
      [{ event_name: 'check_suite' }, 'event_name'],
      [{ event_name: 'status' }, 'event_name'],
      [{ event_name: 'deployment' }, 'event_name'],
      [{ event_name: 'deployment_status' }, 'event_name'],
      [{ event_name: undefined }, 'event_name'],
    ],
  },
  'GitHub Enterprise Server': {
    rule: {
      ...{ preset: 'github', issuer: 'https://github.example.com/_services/token' },
      ...{ repository: '@456789', event: ['push', 'pull_request'] },
    },
    claims: {
      ...GITHUB_CLAIMS,
      iss: 'https://github.example.com/_services/token',
      event_name: 'pull_request',
    },
    described: 'acme/web-style, release.yml',
    maxAge: 900,
    ids: {
      ...{ repository_id: '456789', repository_owner_id: '123456', sha: GITHUB_CLAIMS.sha },
      ...{ run_id: '9000001', run_attempt: '1', runner_environment: 'github-hosted' },
    },
    refused: [
      [{ event_name: 'pull_request_target' }, 'event_name'],
      [{ event_name: 'schedule' }, 'event_name'],
    ],
  },
  gitlab: {
    rule: {
      ...{
        preset: 'gitlab',
        repository: 'acme/docs/web-style@20',
        owner: 'acme/docs@72',
        ref: 'refs/tags/v*',
      },
      ...{ workflow: '.gitlab-ci.yml', environment: 'release', claims: { ref_protected: 'true' } },
    },
    claims: GITLAB_CLAIMS,
    described: 'acme/docs/web-style, .gitlab-ci.yml',
    maxAge: 86_400,
    ids: {
      ...{ project_id: '20', namespace_id: '72', sha: GITLAB_CLAIMS.sha, pipeline_id: '574', job_id: '302' },
      runner_environment: 'self-hosted',
    },
    refused: [
      [{ project_id: '21' }, 'project_id'],
      [{ project_path: 'acme/docs/other' }, 'project_path'],
      [{ namespace_id: '7' }, 'namespace_id'],
      [{ ref_protected: 'false' }, 'ref_protected'],
      [{ pipeline_source: 'merge_request_event' }, 'pipeline_source'],
      [{ pipeline_source: 'external_pull_request_event' }, 'pipeline_source'],
      [{ pipeline_source: 'parent_pipeline' }, 'pipeline_source'],
      [{ ci_config_ref_uri: null }, 'ci_config_ref_uri'],
      [{ ci_config_ref_uri: 'gitlab.com/evil/x//.gitlab-ci.yml@refs/heads/main' }, 'ci_config_ref_uri'],
    ],
  },
  forgejo: {
    rule: {
      ...{ preset: 'forgejo', issuer: 'https://forge.example.com/api/actions', ref: 'refs/heads/main' },
      ...{ repository: 'acme/web-style@42', owner: 'acme@5', workflow: 'release.yml' },
    },
    claims: FORGEJO_CLAIMS,
    described: 'acme/web-style, release.yml',
    maxAge: 900,
    ids: {
      ...{ repository_id: '42', repository_owner_id: '5', sha: FORGEJO_CLAIMS.sha },
      ...{ run_id: '43', run_attempt: '1' },
    },
    refused: [
      [{ repository_id: undefined }, 'repository_id'],
      [{ event_name: 'pull_request_target' }, 'event_name'],
      [{ event_name: 'pull_request' }, 'event_name'],
      [{ event_name: 'pull_request_comment' }, 'event_name'],
      [{ event_name: 'pull_request_sync' }, 'event_name'],
      [{ event_name: 'issue_label' }, 'event_name'],
      [{ event_name: 'wiki' }, 'event_name'],
      [{ workflow_ref: 'acme/web-style/.github/workflows/release.yml@refs/heads/main' }, 'workflow_ref'],
    ],
  },
  circleci: {
    rule: {
      ...{ preset: 'circleci', issuer: CIRCLECI_CLAIMS.iss, ref: 'refs/heads/main' },
      ...{ project: '5f0e9c1a-30c4-4a32-9a6c-b6b4c9c0a1d2', repository: 'github.com/acme/web-style' },
    },
    claims: CIRCLECI_CLAIMS,
    described: 'github.com/acme/web-style',
    maxAge: 3600,
    ids: { 'oidc.circleci.com/project-id': '5f0e9c1a-30c4-4a32-9a6c-b6b4c9c0a1d2' },
    refused: [
      [{ 'oidc.circleci.com/vcs-origin': 'github.com/fork/web-style' }, 'oidc.circleci.com/vcs-origin'],
      [{ 'oidc.circleci.com/vcs-origin': undefined }, 'oidc.circleci.com/vcs-origin'],
      [{ 'oidc.circleci.com/ssh-rerun': true }, 'oidc.circleci.com/ssh-rerun'],
      [{ 'oidc.circleci.com/ssh-rerun': 'true' }, 'oidc.circleci.com/ssh-rerun'],
      [{ 'oidc.circleci.com/project-id': 'other' }, 'oidc.circleci.com/project-id'],
    ],
  },
  buildkite: {
    rule: {
      ...{ preset: 'buildkite', pipeline: 'web-style@0184990a-4782-42b5-afc1-16715b10b1f0' },
      ...{ owner: 'acme@0184990a-477b-4fa8-9968-496074483c77', branch: 'main' },
    },
    claims: BUILDKITE_CLAIMS,
    described: 'acme/web-style, build 1',
    maxAge: 900,
    ids: {
      ...{ organization_id: BUILDKITE_CLAIMS.organization_id, pipeline_id: BUILDKITE_CLAIMS.pipeline_id },
      ...{ build_commit: BUILDKITE_CLAIMS.build_commit, build_number: '1', job_id: BUILDKITE_CLAIMS.job_id },
      runner_environment: 'self-hosted',
    },
    refused: [
      [{ pipeline_id: undefined }, 'pipeline_id'],
      [{ organization_id: '0184990a-477b-4fa8-9968-000000000000' }, 'organization_id'],
      [{ build_branch: 'fork:main' }, 'build_branch'],
    ],
  },
  google: {
    rule: { preset: 'google', account: 'publisher@acme.iam.gserviceaccount.com@107691503500061507151' },
    claims: GOOGLE_CLAIMS,
    described: 'publisher@acme.iam.gserviceaccount.com',
    maxAge: 3600,
    ids: { sub: '107691503500061507151' },
    refused: [
      [{ sub: '107691503500061507152' }, 'sub'],
      [{ email_verified: false }, 'email_verified'],
    ],
  },
  kubernetes: {
    rule: {
      ...{ preset: 'kubernetes', issuer: KUBERNETES_CLAIMS.iss },
      account: 'docs/publisher@e6a8680e-d103-4cce-80ea-03acbbeacf7d',
      claims: { 'kubernetes.io/namespace': 'docs' },
    },
    claims: { ...KUBERNETES_CLAIMS, aud: [AUDIENCE] },
    described: 'docs/publisher',
    maxAge: 86_400,
    ids: { 'kubernetes.io/serviceaccount/uid': 'e6a8680e-d103-4cce-80ea-03acbbeacf7d' },
    refused: [
      [{ sub: 'system:serviceaccount:docs:other' }, 'sub'],
      [{ 'kubernetes.io': undefined }, 'kubernetes.io/namespace'],
      [{ 'kubernetes.io': ['docs'] }, 'kubernetes.io/namespace'],
      [
        {
          'kubernetes.io': { namespace: 'docs', serviceaccount: { uid: 'other' } },
          'kubernetes.io/serviceaccount/uid': 'e6a8680e-d103-4cce-80ea-03acbbeacf7d',
        },
        'kubernetes.io/serviceaccount/uid',
      ],
    ],
  },
};

for (const [name, shape] of Object.entries(SHAPES))
  describe(`tokens of ${name}`, () => {
    const rule = mustDraft(shape.rule);

    test('are allowed by a rule that was written for them', async () => {
      const found = findRule([rule], await verifyOf(rule, shape.claims));
      assert.equal('rule' in found && found.rule, rule);
    });

    test('are described, and become provenance', async () => {
      const assertion = await verifyOf(rule, shape.claims);
      assert.equal(describeIdentity(rule.preset, assertion.claims), shape.described);
      const shown = toProvenance(rule, assertion);
      assert.deepEqual(
        { ...shown, claims: {} },
        { issuer: rule.issuer, rule: rule.name, preset: rule.preset, claims: {} },
      );
      assert.ok(Object.keys(shown.claims).length > 0);
      assert.deepEqual(toProvenance({ ...rule, show: 'ids' }, assertion).claims, shape.ids);
      for (const secret of ['dora', 'dora@example.com', 'acme-corp'])
        assert.ok(!Object.values(shown.claims).includes(secret), secret);
    });

    test('may be as old as the issuer hands them out', async () => {
      assert.equal(maxAgeMsOf([rule]), shape.maxAge * 1000);
      const iat = NOW - shape.maxAge + 10;
      await verifyOf(rule, { ...shape.claims, iat, nbf: iat });
      const old = NOW - shape.maxAge - 70;
      await assert.rejects(verifyOf(rule, { ...shape.claims, iat: old, nbf: old }), { code: 'too_old' });
    });

    for (const [changed, claim] of shape.refused)
      test(`are refused for ${claim} with ${JSON.stringify(changed)}`, async () => {
        const refusals = await refusalsOf(rule, { ...shape.claims, ...changed });
        assert.ok(refusals.includes(claim), refusals.join());
      });
  });

function mustDraft(input: Json): TrustRule {
  const drafted = draftTrustRule({ name: 'a rule', scopes: ['@acme'], ...input });
  assert.ok('rule' in drafted, JSON.stringify(drafted));
  return drafted.rule;
}

function verifyOf(rule: TrustRule, claims: Json) {
  return verifyAssertion(makeToken(claims), {
    keysOf: (issuer) => (issuer === rule.issuer ? findTestKey : undefined),
    audience: AUDIENCE,
    nowMs: NOW_MS,
    maxAgeMsOf: () => maxAgeMsOf([rule]),
  });
}

/** The claims for which a rule refuses a token, as its operator is told. */
async function refusalsOf(rule: TrustRule, claims: Json) {
  const { refusals } = explainRule(rule, await verifyOf(rule, claims));
  return refusals.map(({ claim }) => claim);
}
