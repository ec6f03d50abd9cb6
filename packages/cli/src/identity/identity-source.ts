// The sources of the identity token of a CI job.
import type { Environment } from '../command.ts';
import type { IdentityChoice } from './identity-flag.ts';

/** What gives a job its identity. */
type IdentitySourceKind = Exclude<IdentityChoice, 'auto' | 'none'>;

/** A place that has the identity of this job. */
export interface IdentitySource {
  readonly kind: IdentitySourceKind;
  /** The place, for people: `GitHub Actions`. */
  readonly label: string;
  /** Whether each command gets a token of its own; otherwise a job may have one for all its commands. */
  readonly givesFreshTokens: boolean;
}

interface KnownSource extends IdentitySource {
  /** Variables, all of which are set where there is such an identity. */
  readonly variables: readonly string[];
}

/** In the order in which they are looked for: what the job was given on purpose comes first. */
const SOURCES: readonly KnownSource[] = [
  { kind: 'env', label: 'PRIME_ID_TOKEN', givesFreshTokens: false, variables: ['PRIME_ID_TOKEN'] },
  { kind: 'env', label: 'PRIME_ID_TOKEN_FILE', givesFreshTokens: false, variables: ['PRIME_ID_TOKEN_FILE'] },
  {
    kind: 'github',
    label: 'GitHub Actions',
    givesFreshTokens: true,
    variables: ['ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'],
  },
  { kind: 'circleci', label: 'CircleCI', givesFreshTokens: false, variables: ['CIRCLE_OIDC_TOKEN_V2'] },
  {
    kind: 'buildkite',
    label: 'Buildkite',
    givesFreshTokens: true,
    variables: ['BUILDKITE', 'BUILDKITE_JOB_ID'],
  },
];

/** Finds the identity of this job, without a request; undefined if there is none, or not the chosen one. */
export function findIdentitySource(
  environment: Environment,
  choice: IdentityChoice,
): IdentitySource | undefined {
  const found = SOURCES.find(
    ({ kind, variables }) =>
      (choice === 'auto' || choice === kind) && variables.every((name) => isSet(environment[name])),
  );
  if (found === undefined) return undefined;
  const { kind, label, givesFreshTokens } = found;
  return {
    kind,
    givesFreshTokens,
    label: kind === 'github' && isForgejo(environment) ? 'Forgejo Actions' : label,
  };
}

/** The variables that a source needs, for people. */
export function describeNeeded(choice: IdentityChoice): string {
  const wanted = SOURCES.filter(({ kind }) => choice === 'auto' || choice === kind);
  return wanted.map(({ variables }) => variables.join(' and ')).join(', or ');
}

/** Whether a runner speaks like that of GitHub, and is one of Forgejo or Gitea. */
function isForgejo({ FORGEJO_ACTIONS: forgejo, GITEA_ACTIONS: gitea }: Environment): boolean {
  return isSet(forgejo) || isSet(gitea);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}
