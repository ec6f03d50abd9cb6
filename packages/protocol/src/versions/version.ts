// Versions: strict Semantic Versioning 2.0.0. Numbers may have any length and are compared as digits, unlike
// in libraries with a limit of 2^53.
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';

/** A well-formed version. */
export interface Version {
  /** As the author wrote it. */
  readonly full: string;
  /**
   * Without build metadata: two versions with the same identity are the same version (semver.org, item 10).
   */
  readonly identity: string;
  /** Major, minor and patch, as digits. */
  readonly numbers: readonly [string, string, string];
  /** Dot-separated prerelease identifiers; empty for a stable version. */
  readonly prerelease: readonly string[];
}

/** Longest version accepted, in characters. */
export const MAX_VERSION_LENGTH = 128;

const NUMBER = '(?:0|[1-9][0-9]*)';
const IDENTIFIER = `(?:${NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`;
const BUILD = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';

/** The grammar of Semantic Versioning 2.0.0, for schemas. */
export const VERSION_PATTERN = `${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+${BUILD})?`;

const VERSION = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+${BUILD})?$`,
);

/** Parses a version; a rejection says what would be right. */
export function parseVersion(text: string): Parsed<Version> {
  if (text.length > MAX_VERSION_LENGTH) {
    return reject(`${quote(text)} is too long; a version has at most ${MAX_VERSION_LENGTH} characters`);
  }
  const match = VERSION.exec(text);
  if (match === null) return reject(`${quote(text)} is not a semantic version; ${explain(text)}`);
  const [, major = '', minor = '', patch = '', prerelease] = match;
  return accept({
    full: text,
    identity: text.split('+', 1)[0] ?? text,
    numbers: [major, minor, patch],
    prerelease: prerelease === undefined ? [] : prerelease.split('.'),
  });
}

/** Whether the text is a well-formed version. */
export function isVersion(text: string): boolean {
  return text.length <= MAX_VERSION_LENGTH && VERSION.test(text);
}

/** The identity of a text that is known to be a version; cheaper than to parse it. */
export function identityOfVersion(text: string): string {
  const plus = text.indexOf('+');
  return plus < 0 ? text : text.slice(0, plus);
}

/** Whether the version is a prerelease (semver.org, item 9). */
export function isPrerelease(version: Version): boolean {
  return version.prerelease.length > 0;
}

/**
 * Orders by precedence (semver.org, item 11): negative when `a` comes before `b`, 0 when they are the same
 * version.
 */
export function compareVersions(a: Version, b: Version): number {
  const [keyA, keyB] = [precedenceKey(a), precedenceKey(b)];
  if (keyA === keyB) return 0;
  return keyA < keyB ? -1 : 1;
}

/**
 * A key whose ASCII order is the order of precedence, so that a database can sort versions and select the
 * highest. Numbers are prefixed with their number of digits; a stable version ends in `~`, which sorts after
 * any prerelease.
 */
export function precedenceKey(version: Version): string {
  const numbers = version.numbers.map(sortableDigits).join('');
  if (!isPrerelease(version)) return `${numbers}~`;
  return `${numbers}-${version.prerelease.map(sortableIdentifier).join('!')}`;
}

// Numeric identifiers come before alphanumeric ones (semver.org, item 11.4.3): '0' before '1'.
function sortableIdentifier(identifier: string): string {
  return /^[0-9]+$/.test(identifier) ? `0${sortableDigits(identifier)}` : `1${identifier}`;
}

function sortableDigits(digits: string): string {
  return digits.length.toString(36).padStart(2, '0') + digits;
}

function explain(text: string): string {
  if (/^[vV=]/.test(text) && isVersion(text.slice(1))) {
    return `leave out the '${text[0]}': '${text.slice(1)}'`;
  }
  if (/^(0|[1-9]\d*)$/.test(text)) return `it needs three numbers, such as '${text}.0.0'`;
  if (/^(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(text)) return `it needs three numbers, such as '${text}.0'`;
  if (/^\d+\.\d+\.\d+/.test(text) && /^([^+]*\.|[\d.]+-)?0\d+([.+-]|$)/.test(text)) {
    return 'a number may not begin with a zero';
  }
  return "use three numbers and an optional prerelease, such as '1.4.0' or '2.0.0-beta.1'";
}
