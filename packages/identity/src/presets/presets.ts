// The kinds of issuers.
import { BUILDKITE } from './buildkite.ts';
import { CIRCLECI } from './circleci.ts';
import { FORGEJO } from './forgejo.ts';
import { GITHUB } from './github.ts';
import { GITLAB } from './gitlab.ts';
import { GOOGLE } from './google.ts';
import { KUBERNETES } from './kubernetes.ts';
import { OIDC } from './oidc.ts';
import type { Preset } from './preset.ts';
import { PRESETS, type PresetName } from './preset-name.ts';

const PRESETS_BY_NAME: Readonly<Record<PresetName, Preset>> = {
  github: GITHUB,
  gitlab: GITLAB,
  forgejo: FORGEJO,
  circleci: CIRCLECI,
  buildkite: BUILDKITE,
  google: GOOGLE,
  kubernetes: KUBERNETES,
  oidc: OIDC,
};

/** What is known about a kind of issuer. */
export function presetOf(name: PresetName): Preset {
  return PRESETS_BY_NAME[name];
}

/** The only preset that an issuer may have; undefined if it may have any. */
export function findOwner(issuer: string): PresetName | undefined {
  return PRESETS.find((name) => presetOf(name).owns?.test(issuer) === true);
}
