// URIs of skills: `skill://acme/web-style/SKILL.md`, and with a version `skill://acme/1.2.0/web-style/SKILL.md`. The last
// part before SKILL.md is the name of the skill (SEP-2640): if the Prime has another short name, that is before it.
import type { PrimeSkill } from '@prime-registry/knowledge';
import { parsePrimeName, parseVersion } from '@prime-registry/protocol';

const SCHEME = 'skill://';

/** What a URI names, as far as the URI alone shows it. */
export interface SkillPlace {
  readonly prime: string;
  /** Undefined for the latest. */
  readonly version: string | undefined;
  /** The rest of the path, decoded: the file, after the name of the skill if that is not the short name of the Prime. */
  readonly rest: readonly string[];
}

/** Longest URI that is read, in characters. */
const MAX_URI_LENGTH = 2048;

/** Reads a URI; undefined if it cannot be one of a skill. */
export function parseSkillUri(uri: string): SkillPlace | undefined {
  if (!uri.startsWith(SCHEME) || uri.length > MAX_URI_LENGTH || /[?#]/.test(uri)) return undefined;
  const [scope = '', second = '', ...others] = uri.slice(SCHEME.length).split('/').map(decodePart);
  const version = parseVersion(second).ok ? second : undefined;
  const [short = '', ...rest] = version === undefined ? [second, ...others] : others;
  const prime = `@${scope}/${short}`;
  if (!parsePrimeName(prime).ok || rest.length === 0) return undefined;
  return { prime, version, rest };
}

/** The folder of a skill as a URI, without a slash at the end. @param version - undefined for the latest */
export function skillRoot({ prime, skill }: PrimeSkill, version: string | undefined): string {
  const [scope = '', short = ''] = prime.name.slice(1).split('/');
  const parts = [scope, ...(version === undefined ? [] : [encodePart(version)]), short];
  if (skill.name !== short) parts.push(skill.name);
  return `${SCHEME}${parts.join('/')}`;
}

/** The path of the file that a URI names in a skill; undefined if the URI does not name that skill. */
export function filePathOf({ prime, rest }: SkillPlace, skillName: string): string | undefined {
  const short = prime.slice(prime.indexOf('/') + 1);
  if (short === skillName) return rest.join('/');
  return rest[0] === skillName ? rest.slice(1).join('/') : undefined;
}

/** As a URL writes a part of a path, so that the URI stays the same when it is parsed and written. */
function encodePart(part: string): string {
  return part.replaceAll(/[^\w!$&'()*+,.:;=@[\]|~-]/gu, encodeURIComponent);
}

/** A part of a path without escapes; empty if they are wrong. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
