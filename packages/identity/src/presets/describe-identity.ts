// Names an identity for people.
import { printable } from '@prime-registry/protocol/basics';
import { type Claims, textOfClaim } from '../claims/claims.ts';
import type { PresetName } from './preset-name.ts';
import { presetOf } from './presets.ts';

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
