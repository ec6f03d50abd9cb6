// GitLab CI/CD: gitlab.com, self-managed and dedicated instances.
import { quote } from '@prime-registry/protocol/basics';
import type { RuleDraft } from '../drafts/rule-draft.ts';
import { DIGITS, fileOf, noteEveryBranch } from './actions.ts';
import type { Preset } from './preset.ts';

const PATH = /^[\w.-]+(?:\/[\w.-]+)+$/;

export const GITLAB: Preset = {
  title: 'GitLab CI/CD',
  issuer: 'https://gitlab.com',
  owns: /^https:\/\/gitlab\.com\/?$/i,
  fields: ['repository', 'owner', 'workflow', 'environment', 'ref', 'event'],
  subject: 'repository',
  example: 'acme/docs/web-style@456789',
  expand(draft) {
    draft.splitNamed('repository', {
      ...{ name: 'project_path', id: 'project_id' },
      ...{ form: { name: PATH, id: DIGITS }, example: 'acme/web-style@456789' },
    });
    draft.splitNamed('owner', {
      ...{ name: 'namespace_path', id: 'namespace_id' },
      ...{ form: { name: /^[\w.-]+(?:\/[\w.-]+)*$/, id: DIGITS }, example: 'acme@123456' },
    });
    expandPipeline(draft);
    draft.copy('environment', 'environment');
    draft.copyRef('ref', 'ref_path');
    draft.copy('event', 'pipeline_source');
    noteEveryBranch(
      draft,
      ['ref_path', 'ref', 'ref_protected', 'environment', 'environment_protected'],
      '--claim ref_protected=true, --environment or --ref narrows that',
    );
  },
  immutable: { project_id: ['project_path'], namespace_id: ['namespace_path'] },
  refused: {
    sub: 'projects decide what it contains, and its names can be taken over; use repository, ref and environment',
  },
  triggers: {
    claim: 'pipeline_source',
    never: [],
    // Whose project a token of a merge request names has changed between versions of GitLab. A child pipeline is one of its
    // parent's merge request, and does not say so.
    ifNamed: /^(?:merge_request_event|external_pull_request_event|parent_pipeline)$/,
  },
  // A job gets one token, when it starts, and publishes at its end. It expires when the job must end.
  maxAgeMs: 24 * 3_600_000,
  shown: [
    ...['project_path', 'project_id', 'namespace_id', 'ci_config_ref_uri', 'sha', 'ref_path'],
    ...['ref_protected', 'pipeline_source', 'environment', 'pipeline_id', 'job_id', 'runner_environment'],
  ],
  shownIds: ['project_id', 'namespace_id', 'sha', 'pipeline_id', 'job_id', 'runner_environment'],
  describe: (text) => [text('project_path'), fileOf(text('ci_config_ref_uri'))].filter(Boolean).join(', '),
};

/** The file that defines the pipeline: `gitlab.com/acme/web-style//.gitlab-ci.yml@refs/heads/main`. */
function expandPipeline(draft: RuleDraft): void {
  const file = draft.findText('workflow');
  if (file === undefined) return;
  const project = draft.conditions.get('project_path');
  if (!/^[\w./-]{1,200}\.ya?ml$/.test(file))
    draft.report('workflow', `${quote(file)} is not a pipeline file; write one such as '.gitlab-ci.yml'`);
  else if (typeof project !== 'string')
    draft.report(
      'workflow',
      'a pipeline file needs one project by its path, as in repository: acme/web-style@456789',
    );
  else {
    const prefix = `${draft.issuer.replace(/^https?:\/\//, '')}/${project}//${file}@`;
    draft.require('ci_config_ref_uri', { prefix }, 'workflow');
  }
}
