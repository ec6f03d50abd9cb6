// The kinds of issuers.

/** The names of the presets. */
export const PRESETS = [
  'github',
  'gitlab',
  'forgejo',
  'circleci',
  'buildkite',
  'google',
  'kubernetes',
  'oidc',
] as const;

/** One of {@link PRESETS}. */
export type PresetName = (typeof PRESETS)[number];
