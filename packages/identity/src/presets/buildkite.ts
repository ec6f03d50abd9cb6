// Buildkite: one issuer for all organizations. Ids are in a token only if the job asks for them.
import { ON_REQUEST_MS, type Preset, UUID } from './preset.ts';

const SLUG = /^[\w.-]{1,100}$/;

export const BUILDKITE: Preset = {
  title: 'Buildkite',
  issuer: 'https://agent.buildkite.com',
  owns: /^https:\/\/agent\.buildkite\.com\/?$/i,
  fields: ['pipeline', 'owner', 'branch', 'tag'],
  subject: 'pipeline',
  example: 'web-style@0184990a-4782-42b5-afc1-16715b10b1f0',
  expand(draft) {
    draft.splitNamed('pipeline', {
      ...{ name: 'pipeline_slug', id: 'pipeline_id' },
      ...{ form: { name: SLUG, id: UUID }, example: 'web-style@0184990a-4782-42b5-afc1-16715b10b1f0' },
    });
    draft.splitNamed('owner', {
      ...{ name: 'organization_slug', id: 'organization_id' },
      ...{ form: { name: SLUG, id: UUID }, example: 'acme@0184990a-477b-4fa8-9968-496074483c77' },
    });
    draft.copy('branch', 'build_branch');
    draft.copy('tag', 'build_tag');
    if (!draft.conditions.has('build_branch') && !draft.conditions.has('build_tag'))
      draft.notes.push(
        'every branch may publish, also of forks if the pipeline builds them; --branch or --tag narrows that',
      );
    draft.notes.push(
      'a job must ask for its ids: buildkite-agent oidc request-token --claim organization_id,pipeline_id',
    );
  },
  immutable: {
    pipeline_id: ['organization_slug', 'pipeline_slug'],
    organization_id: ['organization_slug'],
  },
  refused: { sub: 'jobs choose what it contains, and its names can be taken over; use pipeline and owner' },
  maxAgeMs: ON_REQUEST_MS,
  shown: [
    ...['organization_slug', 'organization_id', 'pipeline_slug', 'pipeline_id', 'build_branch', 'build_tag'],
    ...['build_commit', 'build_source', 'build_number', 'job_id', 'runner_environment'],
  ],
  shownIds: [
    'organization_id',
    'pipeline_id',
    'build_commit',
    'build_number',
    'job_id',
    'runner_environment',
  ],
  describe: (text) => {
    const pipeline = [text('organization_slug'), text('pipeline_slug')].filter(Boolean).join('/');
    const build = text('build_number');
    return build === undefined ? pipeline : `${pipeline}, build ${build}`;
  },
};
