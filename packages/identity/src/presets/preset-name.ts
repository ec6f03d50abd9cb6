// The names of the presets.

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

/** Whether a value is the name of a preset. */
export function isPresetName(name: unknown): name is PresetName {
  return PRESETS.some((known) => known === name);
}
