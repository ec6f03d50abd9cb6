// CircleCI. Each organization has an issuer of its own, with its id.
import { type Preset, UUID } from './preset.ts';

const PROJECT = 'oidc.circleci.com/project-id';
const ORIGIN = 'oidc.circleci.com/vcs-origin';
const REF = 'oidc.circleci.com/vcs-ref';

export const CIRCLECI: Preset = {
  title: 'CircleCI',
  issuer: undefined,
  owns: /^https:\/\/oidc\.circleci\.com(?:\/|$)/i,
  fields: ['project', 'repository', 'ref'],
  subject: 'project',
  example: '5f0e9c1a-30c4-4a32-9a6c-b6b4c9c0a1d2',
  expand(draft) {
    for (const id of [draft.find('project') ?? []].flat())
      if (typeof id !== 'string' || !UUID.test(id))
        draft.report('project', 'this must be the id of a project, a UUID in lower case');
    draft.copy('project', PROJECT);
    for (const origin of [draft.find('repository') ?? []].flat())
      if (typeof origin !== 'string' || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(origin))
        draft.report('repository', "write host and path, such as 'github.com/acme/web-style'");
    draft.copy('repository', ORIGIN);
    draft.copyRef('ref', REF);
    if (!draft.conditions.has(REF))
      draft.notes.push('every branch may publish, so everybody who may push one; --ref narrows that');
  },
  immutable: { [PROJECT]: undefined },
  required: {
    [ORIGIN]: 'builds of forks have the same project id; repository: github.com/acme/web-style excludes them',
  },
  refused: { sub: 'it contains the id of a person; use project and repository' },
  // Somebody sits in front of that job.
  forbidden: { 'oidc.circleci.com/ssh-rerun': 'true' },
  // A token is made when the job starts, for one hour.
  maxAgeMs: 3_600_000,
  shown: [PROJECT, ORIGIN, REF],
  shownIds: [PROJECT],
  describe: (text) => text(ORIGIN) ?? text(PROJECT),
};
