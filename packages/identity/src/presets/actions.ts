// What GitHub Actions and those who speak its language share: repositories, workflow files, events.

import { quote } from '@prime-registry/protocol/basics';
import type { RuleDraft } from '../drafts/rule-draft.ts';
import { ON_REQUEST_MS, type Preset } from './preset.ts';

/** An id as GitHub, Forgejo and GitLab write it. */
export const DIGITS = /^[1-9]\d{0,18}$/;
const OWNER = /^[\w.-]{1,100}$/;
const REPOSITORY = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;

/** Fields of a rule on repositories. */
export function expandRepository(draft: RuleDraft): void {
  draft.splitNamed('repository', {
    ...{ name: 'repository', id: 'repository_id' },
    ...{ form: { name: REPOSITORY, id: DIGITS }, example: 'acme/web-style@456789' },
  });
  draft.splitNamed('owner', {
    ...{ name: 'repository_owner', id: 'repository_owner_id' },
    ...{ form: { name: OWNER, id: DIGITS }, example: 'acme@123456' },
  });
  draft.copyRef('ref', 'ref');
  draft.copy('event', 'event_name');
}

/**
 * A workflow file of the repository, as the beginning of a claim that ends with the reference that it was read from.
 * @param folder - where files without a path are
 */
export function expandWorkflow(draft: RuleDraft, folder: string): void {
  const file = draft.findText('workflow');
  if (file === undefined) {
    draft.notes.push('every workflow of it may publish; --workflow names one');
    return;
  }
  const repository = draft.conditions.get('repository');
  if (!/^[\w./-]{1,200}\.ya?ml$/.test(file))
    draft.report('workflow', `${quote(file)} is not a workflow file; write one such as 'release.yml'`);
  else if (typeof repository !== 'string')
    draft.report(
      'workflow',
      'a workflow file needs one repository by its name, as in repository: acme/web-style@456789',
    );
  else {
    const path = file.includes('/') ? file : `${folder}/${file}`;
    draft.require('workflow_ref', { prefix: `${repository}/${path}@` }, 'workflow');
  }
}

/** Anyone who may push a branch may change what a workflow does on it. */
export function noteEveryBranch(draft: RuleDraft, claims: readonly string[], hint: string): void {
  if (!claims.some((claim) => draft.conditions.has(claim)))
    draft.notes.push(`every branch may publish, so everybody who may push one; ${hint}`);
}

/** The file of a claim such as `acme/web-style/.github/workflows/release.yml@refs/heads/main`. */
export function fileOf(reference: string | undefined): string | undefined {
  return reference?.replace(/@.*$/s, '').split('/').at(-1);
}

/**
 * Events with which people without rights in a repository decide what a job does, or that it runs. Forgejo has more of them
 * than GitHub, such as `pull_request_comment`, `pull_request_sync` and `issue_label`; so all of a kind count. Checks,
 * commit statuses and deployments come from other services, which a pull request of a fork sets going.
 */
const STRANGERS_EVENTS =
  /^(?:pull_request|issue|discussion|check_|deployment)|^(?:status|fork|watch|gollum|wiki)$/;

/** What their presets have in common. */
export const ACTIONS = {
  subject: 'repository',
  immutable: { repository_id: ['repository'], repository_owner_id: ['repository_owner'] },
  triggers: {
    claim: 'event_name',
    // They run with the rights of the repository, and may have the code of a stranger.
    never: ['pull_request_target', 'workflow_run'],
    ifNamed: STRANGERS_EVENTS,
  },
  maxAgeMs: ON_REQUEST_MS,
  describe: (text) => [text('repository'), fileOf(text('workflow_ref'))].filter(Boolean).join(', '),
} as const satisfies Partial<Preset>;
