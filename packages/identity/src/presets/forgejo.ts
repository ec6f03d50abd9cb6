// Forgejo Actions. The issuer is the instance: `https://forge.example/api/actions`.
import { expandRepository, expandWorkflow, fileOf, noteEveryBranch, STRANGERS_EVENTS } from './actions.ts';
import { ON_REQUEST_MS, type Preset } from './preset.ts';

export const FORGEJO: Preset = {
  title: 'Forgejo Actions',
  issuer: undefined,
  // Instances without ids in their tokens need the preset `oidc`.
  owns: undefined,
  fields: ['repository', 'owner', 'workflow', 'ref', 'event'],
  subject: 'repository',
  example: 'acme/web-style@42',
  expand(draft) {
    expandRepository(draft);
    expandWorkflow(draft, '.forgejo/workflows');
    noteEveryBranch(draft, ['ref', 'ref_protected'], '--ref or --claim ref_protected=true narrows that');
  },
  immutable: { repository_id: ['repository'], repository_owner_id: ['repository_owner'] },
  refused: { sub: 'its names can be taken over; use repository, workflow and ref' },
  triggers: {
    claim: 'event_name',
    never: ['pull_request_target', 'workflow_run'],
    ifNamed: STRANGERS_EVENTS,
  },
  maxAgeMs: ON_REQUEST_MS,
  shown: [
    ...['repository', 'repository_id', 'repository_owner_id', 'workflow_ref', 'sha', 'ref', 'ref_protected'],
    ...['event_name', 'run_id', 'run_attempt'],
  ],
  shownIds: ['repository_id', 'repository_owner_id', 'sha', 'run_id', 'run_attempt'],
  describe: (text) => [text('repository'), fileOf(text('workflow_ref'))].filter(Boolean).join(', '),
};
