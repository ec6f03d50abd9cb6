// Any other issuer of OpenID Connect: Jenkins, Keycloak, a cloud. Nothing is known about its claims but what the rule says.
import type { Preset } from './preset.ts';

export const OIDC: Preset = {
  title: 'OpenID Connect',
  issuer: undefined,
  owns: undefined,
  fields: ['subject'],
  subject: 'subject',
  example: 'job:docs/web-style',
  expand: (draft) => draft.copy('subject', 'sub'),
  immutable: {},
  // Clients keep an access token until it expires, usually for an hour.
  maxAgeMs: 3_600_000,
  shown: ['sub'],
  shownIds: [],
  describe: (text) => text('sub'),
};
