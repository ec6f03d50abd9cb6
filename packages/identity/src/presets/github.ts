// GitHub Actions: github.com, GitHub Enterprise Server, and data residency on ghe.com.

import type { RuleDraft } from '../drafts/rule-draft.ts';
import { expandRepository, expandWorkflow, fileOf, noteEveryBranch, STRANGERS_EVENTS } from './actions.ts';
import { ON_REQUEST_MS, type Preset } from './preset.ts';

export const GITHUB: Preset = {
  title: 'GitHub Actions',
  issuer: 'https://token.actions.githubusercontent.com',
  // Also the issuers of enterprises below it, of subdomains of ghe.com, and of Enterprise Server.
  owns: /^https:\/\/(?:token\.actions\.githubusercontent\.com(?:\/|$)|token\.actions\.[^/]+\.ghe\.com(?:\/|$)|[^/]+\/_services\/token$)/i,
  fields: ['repository', 'owner', 'workflow', 'job-workflow', 'environment', 'ref', 'event'],
  subject: 'repository',
  example: 'acme/web-style@456789',
  expand(draft) {
    expandRepository(draft);
    expandWorkflow(draft, '.github/workflows');
    expandJobWorkflow(draft);
    draft.copy('environment', 'environment');
    noteEveryBranch(draft, ['ref', 'environment'], '--environment or --ref narrows that');
  },
  immutable: { repository_id: ['repository'], repository_owner_id: ['repository_owner'] },
  refused: {
    sub: 'repositories decide what it contains, and its names can be taken over; use repository, workflow and environment',
  },
  triggers: {
    claim: 'event_name',
    // They run with the rights of the repository, and may have the code of a stranger.
    never: ['pull_request_target', 'workflow_run'],
    ifNamed: STRANGERS_EVENTS,
  },
  maxAgeMs: ON_REQUEST_MS,
  shown: [
    ...[
      'repository',
      'repository_id',
      'repository_owner_id',
      'workflow_ref',
      'job_workflow_ref',
      'sha',
      'ref',
    ],
    ...['event_name', 'environment', 'run_id', 'run_attempt', 'runner_environment'],
  ],
  shownIds: ['repository_id', 'repository_owner_id', 'sha', 'run_id', 'run_attempt', 'runner_environment'],
  describe: (text) => [text('repository'), fileOf(text('workflow_ref'))].filter(Boolean).join(', '),
};

/** A reusable workflow, perhaps of another repository: it says what runs, and `workflow` who calls it. */
function expandJobWorkflow(draft: RuleDraft): void {
  const path = draft.findText('job-workflow');
  if (path === undefined) return;
  if (!/^[\w.-]+\/[\w.-]+\/[\w./-]+\.ya?ml(?:@\S+)?$/.test(path))
    draft.report(
      'job-workflow',
      "write the repository, the path and perhaps the reference, as in 'acme/shared/.github/workflows/publish.yml@refs/heads/main'",
    );
  else draft.require('job_workflow_ref', path.includes('@') ? path : { prefix: `${path}@` }, 'job-workflow');
}
