// GitHub Actions: github.com, GitHub Enterprise Server, and data residency on ghe.com.

import type { RuleDraft } from '../drafts/rule-draft.ts';
import { ACTIONS, expandRepository, expandWorkflow, noteEveryBranch } from './actions.ts';
import type { Preset } from './preset.ts';

export const GITHUB: Preset = {
  ...ACTIONS,
  title: 'GitHub Actions',
  issuer: 'https://token.actions.githubusercontent.com',
  // Also the issuers of enterprises below it, of subdomains of ghe.com, and of Enterprise Server.
  owns: /^https:\/\/(?:token\.actions\.githubusercontent\.com(?:\/|$)|token\.actions\.[^/]+\.ghe\.com(?:\/|$)|[^/]+\/_services\/token$)/i,
  fields: ['repository', 'owner', 'workflow', 'job-workflow', 'environment', 'ref', 'event'],
  example: 'acme/web-style@456789',
  expand(draft) {
    expandRepository(draft);
    expandWorkflow(draft, '.github/workflows');
    expandJobWorkflow(draft);
    draft.copy('environment', 'environment');
    noteEveryBranch(draft, ['ref', 'environment'], '--environment or --ref narrows that');
  },
  refused: {
    sub: 'repositories decide what it contains, and its names can be taken over; use repository, workflow and environment',
  },
  shown: [
    ...['repository', 'repository_id', 'repository_owner_id', 'workflow_ref', 'job_workflow_ref', 'sha'],
    ...['ref', 'event_name', 'environment', 'run_id', 'run_attempt', 'runner_environment'],
  ],
  shownIds: ['repository_id', 'repository_owner_id', 'sha', 'run_id', 'run_attempt', 'runner_environment'],
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
