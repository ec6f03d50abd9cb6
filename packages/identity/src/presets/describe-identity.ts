// Names an identity for people.
import type { PresetName } from './presets.ts';

/** Names who a token is of, in a few words: `acme/web-style, release.yml`. */
export function describeIdentity(_preset: PresetName, claims: Readonly<Record<string, unknown>>): string {
  const { repository, sub } = claims;
  return typeof repository === 'string' ? repository : typeof sub === 'string' ? sub : 'an unnamed identity';
}
