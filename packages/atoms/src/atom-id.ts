// The id of an atom: `@scope/name`, as edges write it.
import { describeCharacter, type Parsed, parseScope, quote } from '@prime-registry/protocol';

export interface AtomId {
  /** As in `@web-style/rule-prefer-const`. */
  readonly full: string;
  /** The scope with its `@`. */
  readonly scope: string;
  /** The part after the slash. */
  readonly name: string;
}

/** Maximum length of the name of an atom, in characters. */
export const MAX_ATOM_NAME_LENGTH = 128;

/**
 * Parses an id. The scope has the form of scopes in names of Primes. The name has the same characters and may
 * be longer. The message of a rejection says how to write it.
 */
export function parseAtomId(text: string): Parsed<AtomId> {
  const slash = text.indexOf('/');
  const scope = slash === -1 ? text : text.slice(0, slash);
  const parsed = parseScope(scope);
  if (!parsed.ok) return parsed;
  const name = slash === -1 ? '' : text.slice(slash + 1);
  const problem = findNameProblem(name);
  if (problem === undefined) return { ok: true, value: { full: text, scope, name } };
  return { ok: false, message: `${quote(text)} ${problem}; write an id such as '${scope}/rule-one-thing'` };
}

export function isAtomId(text: string): boolean {
  return parseAtomId(text).ok;
}

function findNameProblem(name: string): string | undefined {
  if (name === '') return 'has no name after its scope';
  if (name.length > MAX_ATOM_NAME_LENGTH) {
    return `has a name of ${name.length} characters; the maximum is ${MAX_ATOM_NAME_LENGTH}`;
  }
  const [wrong] = /[^a-z0-9._-]/u.exec(name) ?? [];
  if (wrong !== undefined) {
    return `has ${describeCharacter(wrong)} in its name; only a to z, 0 to 9, '-', '_' and '.' are allowed`;
  }
  if (/^[^a-z0-9]|[^a-z0-9]$/.test(name)) {
    return 'has a name that does not begin and end with a letter or a digit';
  }
  return undefined;
}
