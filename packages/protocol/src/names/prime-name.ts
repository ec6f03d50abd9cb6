// The name of a Prime, `@scope/name` (contract section 2; the character rules are those of this registry).
import { accept, type Parsed, reject } from '../parsed.ts';
import { describeCharacter, quote } from '../text/quote.ts';
import { isVersion } from '../versions/version.ts';

/** A well-formed Prime name. */
export interface PrimeName {
  /** The whole name, `@scope/name`. */
  readonly full: string;
  /** The scope with its `@`, such as `@acme`. */
  readonly scope: string;
  /** The part after the slash. */
  readonly shortName: string;
}

/** Longest scope (without its `@`) and longest short name, in characters. */
export const MAX_NAME_PART_LENGTH = 64;

/** One part of a name: lower-case letters, digits, `-`, `_`, `.`, with a letter or digit at both ends. */
export const NAME_PART_PATTERN = '[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?';

const NAME_PART = new RegExp(`^${NAME_PART_PATTERN}$`);

/** Parses a Prime name; a rejection says which rule is broken and shows a valid name. */
export function parsePrimeName(text: string): Parsed<PrimeName> {
  if (!text.startsWith('@')) {
    return reject(`${quote(text)} does not begin with '@'; use '@<scope>/<name>', such as '@acme/web-style'`);
  }
  const parts = text.slice(1).split('/');
  if (parts.length > 2) {
    return reject(`${quote(text)} has more than one slash; use '@<scope>/<name>', such as '@acme/web-style'`);
  }
  const [scope = '', shortName] = parts;
  if (shortName === undefined || shortName === '') {
    const suggestion = NAME_PART.test(scope) && !isVersion(scope) ? scope : 'web-style';
    return reject(`${quote(text)} has no short name; use '@<scope>/<name>', such as '@acme/${suggestion}'`);
  }
  const problem = findPartProblem('scope', scope) ?? findPartProblem('short name', shortName);
  if (problem !== undefined) return reject(`${quote(text)}: ${problem}`);
  if (isVersion(shortName)) {
    return reject(
      `${quote(text)}: the short name may not itself be a version; use a word, such as '@${scope}/web-style'`,
    );
  }
  return accept({ full: text, scope: `@${scope}`, shortName });
}

/** Parses a scope, `@scope`. */
export function parseScope(text: string): Parsed<string> {
  if (!text.startsWith('@'))
    return reject(`${quote(text)} does not begin with '@'; use a scope such as '@acme'`);
  const problem = findPartProblem('scope', text.slice(1));
  return problem === undefined ? accept(text) : reject(`${quote(text)}: ${problem}`);
}

/** The scope of a well-formed Prime name or atom id, with its `@`. */
export function scopeOf(name: string): string {
  return name.slice(0, name.indexOf('/'));
}

function findPartProblem(part: 'scope' | 'short name', text: string): string | undefined {
  if (NAME_PART.test(text)) return undefined;
  if (text === '') return `the ${part} is empty`;
  if (text.length > MAX_NAME_PART_LENGTH) {
    return `the ${part} has ${text.length} characters; at most ${MAX_NAME_PART_LENGTH} are allowed`;
  }
  const wrong = /[^a-z0-9._-]/u.exec(text)?.[0];
  if (wrong === undefined) return `the ${part} must begin and end with a letter or a digit`;
  const lowerCase = text.toLowerCase();
  const hint = NAME_PART.test(lowerCase) ? `; write it in lower case: '${lowerCase}'` : '';
  return `the ${part} has ${describeCharacter(wrong)}; only a to z, 0 to 9, '-', '_' and '.' are allowed${hint}`;
}
