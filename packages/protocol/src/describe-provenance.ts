// The identity that published a version, in a line for people, and where its source is.
import { printable } from './text/quote.ts';
import type { Provenance } from './wire/provenance.ts';

/** Longest name of an identity, a workflow or a ref in a line, in characters. */
const MAX_SHOWN = 120;

/**
 * Says which identity published a version, as in `acme/web-style, release.yml at 3f2c1e9`. Claims that are unknown, or
 * that the rule does not show, are left out. Characters outside printable ASCII are escaped.
 */
export function describeProvenance({ claims, issuer }: Provenance): string {
  const publisher = findPublisher(claims) ?? `an identity of ${issuer}`;
  const workflow = findWorkflow(claims);
  const commit = shortCommit(claims);
  return [
    printable(publisher, MAX_SHOWN),
    workflow === undefined ? '' : `, ${printable(workflow, MAX_SHOWN)}`,
    commit === undefined ? '' : ` at ${printable(commit, MAX_SHOWN)}`,
  ].join('');
}

/** Where to read about an identity of a well-known public forge. */
export interface ProvenanceLinks {
  readonly repository: string;
  readonly commit?: string | undefined;
  readonly run?: string | undefined;
}

/**
 * Addresses of the source of a version, only for issuers whose forge is known to be public; undefined for others. The
 * address is made of claims in their exact form alone, so no claim can lead elsewhere.
 */
export function linkProvenance({ issuer, preset, claims }: Provenance): ProvenanceLinks | undefined {
  if (preset === 'github' && issuer === 'https://token.actions.githubusercontent.com') {
    const repository = findPath(claims.repository, /^[\w.-]+\/[\w.-]+$/);
    if (repository === undefined) return undefined;
    return linksOf(`https://github.com/${repository}`, claims.sha, 'actions/runs', claims.run_id);
  }
  if (preset === 'gitlab' && issuer === 'https://gitlab.com') {
    const project = findPath(claims.project_path, /^[\w.-]+(?:\/[\w.-]+)+$/);
    if (project === undefined) return undefined;
    return linksOf(`https://gitlab.com/${project}/-`, claims.sha, 'pipelines', claims.pipeline_id);
  }
  return undefined;
}

function linksOf(base: string, sha = '', runs: string, run = ''): ProvenanceLinks {
  return {
    repository: base.replace(/\/-$/, ''),
    ...(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(sha) && { commit: `${base}/commit/${sha}` }),
    ...(/^\d{1,20}$/.test(run) && { run: `${base}/${runs}/${run}` }),
  };
}

/** A path of names, none of which is a step up. */
function findPath(claim: string | undefined, form: RegExp): string | undefined {
  if (claim === undefined || !form.test(claim)) return undefined;
  return claim.split('/').some((part) => /^\.+$/.test(part)) ? undefined : claim;
}

type Claims = Provenance['claims'];

/** The first claim that names who it was; numbers come with a word for what they number. */
function findPublisher(claims: Claims): string | undefined {
  const { organization_slug: organization, pipeline_slug: pipeline } = claims;
  return (
    claims.repository ??
    claims.project_path ??
    claims['oidc.circleci.com/vcs-origin'] ??
    (organization !== undefined && pipeline !== undefined ? `${organization}/${pipeline}` : undefined) ??
    claims.email ??
    numbered('repository', claims.repository_id) ??
    numbered('project', claims.project_id ?? claims['oidc.circleci.com/project-id']) ??
    numbered('pipeline', claims.pipeline_id) ??
    numbered(
      'service account',
      claims.sub === undefined ? claims['kubernetes.io/serviceaccount/uid'] : undefined,
    ) ??
    claims.sub?.replace(/^system:serviceaccount:([^:]+):/, '$1/')
  );
}

function numbered(word: string, id: string | undefined): string | undefined {
  return id === undefined ? undefined : `${word} ${id}`;
}

/** The file of a workflow, as in `release.yml` of `acme/web-style/.github/workflows/release.yml@refs/tags/v1`. */
function findWorkflow(claims: Claims): string | undefined {
  const path = (claims.workflow_ref ?? claims.ci_config_ref_uri)?.split('@')[0];
  return path?.slice(path.lastIndexOf('/') + 1) || undefined;
}

function shortCommit({ sha, build_commit: commit = sha }: Claims): string | undefined {
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 7) : commit;
}
