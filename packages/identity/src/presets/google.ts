// Google Cloud: service accounts, by the tokens of a metadata server or of the IAM API.
import type { Preset } from './preset.ts';

export const GOOGLE: Preset = {
  title: 'Google Cloud',
  issuer: 'https://accounts.google.com',
  owns: /^(?:https:\/\/)?accounts\.google\.com\/?$/i,
  fields: ['account'],
  subject: 'account',
  example: 'publisher@acme.iam.gserviceaccount.com@107691503500061507151',
  expand(draft) {
    draft.splitNamed('account', {
      ...{ name: 'email', id: 'sub' },
      form: { name: /^[\w.+-]+@[\w.-]+\.gserviceaccount\.com$/, id: /^\d{10,30}$/ },
      example: 'publisher@acme.iam.gserviceaccount.com@107691503500061507151',
    });
    if (draft.conditions.has('email')) draft.require('email_verified', 'true', 'account');
  },
  immutable: { sub: ['email', 'email_verified'] },
  // The metadata server gives the same token out until it expires, after one hour.
  maxAgeMs: 3_600_000,
  shown: ['email', 'sub'],
  shownIds: ['sub'],
  describe: (text) => text('email') ?? text('sub'),
};
