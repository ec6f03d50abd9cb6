// The kinds of issuers.
import { printable } from '@prime-registry/protocol/basics';
import { type Claims, textOfClaim } from '../claims/claims.ts';
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

const SHOWN_CHARACTERS = 120;

/** Names who a token is of, in a few words: `acme/web-style, release.yml`. One line, only printable ASCII. */
export function describeIdentity(preset: PresetName, claims: Claims): string {
  const { describe } = presetOf(preset);
  const read = readClaims(preset, claims);
  const described = describe((claim) => textOfClaim(read, claim)) || textOfClaim(claims, 'sub');
  return printable(described || 'an identity without a name', SHOWN_CHARACTERS);
}

/** The claims as rules of a preset read them. */
export function readClaims(preset: PresetName, claims: Claims): Claims {
  return presetOf(preset).read?.(claims) ?? claims;
}
