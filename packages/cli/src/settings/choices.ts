// Settings with two values, one of them stricter. The project's file comes with a checkout, so it can only
// choose the stricter value.

/** The names of these settings in `config.yaml`. */
export type ChoiceName = 'fallback' | 'not-found-pages' | 'sign';

/** A setting with two values. */
export interface Choice {
  readonly strict: string;
  readonly loose: string;
  /** The value if no file sets it. */
  readonly default: string;
}

/**
 * - `fallback`: what a later registry may supply if an earlier one answers 404, see `Fallback` of the client;
 * - `not-found-pages`: whether a 404 with an HTML page counts as a registry's answer;
 * - `sign`: whether every publish is signed, or only those with `--sign`.
 */
export const CHOICES: Readonly<Record<ChoiceName, Choice>> = {
  fallback: { strict: 'name', loose: 'version', default: 'version' },
  'not-found-pages': { strict: 'refuse', loose: 'allow', default: 'refuse' },
  sign: { strict: 'always', loose: 'on-request', default: 'on-request' },
};

/** The names, for messages and loops. */
export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

/** Whether a key of a file is one of these settings. */
export function isChoiceName(key: string): key is ChoiceName {
  return Object.hasOwn(CHOICES, key);
}

/** An effective value, and the file it comes from; undefined for the default. */
export interface Chosen<Value = string> {
  readonly value: Value;
  readonly from: 'project' | 'user' | undefined;
}

/** The choices of a file. */
interface ChoosingFile {
  readonly choices?: ReadonlyMap<ChoiceName, string>;
}

/** The effective value: the user's, unless the project's file has the stricter one. */
export function choose(
  name: ChoiceName,
  { user, project }: { readonly user: ChoosingFile; readonly project: ChoosingFile },
): Chosen {
  const own = user.choices?.get(name);
  const { strict, default: standard } = CHOICES[name];
  if (own !== strict && project.choices?.get(name) === strict) return { value: strict, from: 'project' };
  return own === undefined ? { value: standard, from: undefined } : { value: own, from: 'user' };
}
