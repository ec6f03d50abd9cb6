// Forgejo Actions. The issuer is the instance: `https://forge.example/api/actions`.
import { ACTIONS, expandRepository, expandWorkflow, noteEveryBranch } from './actions.ts';
import type { Preset } from './preset.ts';

export const FORGEJO: Preset = {
  ...ACTIONS,
  title: 'Forgejo Actions',
  issuer: undefined,
  // Instances without ids in their tokens need the preset `oidc`.
  owns: undefined,
  fields: ['repository', 'owner', 'workflow', 'ref', 'event'],
  example: 'acme/web-style@42',
  expand(draft) {
    expandRepository(draft);
    expandWorkflow(draft, '.forgejo/workflows');
    noteEveryBranch(draft, ['ref', 'ref_protected'], '--ref or --claim ref_protected=true narrows that');
  },
  refused: { sub: 'its names can be taken over; use repository, workflow and ref' },
  shown: [
    ...['repository', 'repository_id', 'repository_owner_id', 'workflow_ref', 'sha', 'ref', 'ref_protected'],
    ...['event_name', 'run_id', 'run_attempt'],
  ],
  shownIds: ['repository_id', 'repository_owner_id', 'sha', 'run_id', 'run_attempt'],
};
