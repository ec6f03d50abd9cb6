// The YAML that compilers write, read at once. There are two files of it an atom, and a reader of all YAML takes longer for them than
// everything else takes for the rest of a Prime.
import { MAX_PLAIN_YAML_LENGTH } from '../limits.ts';

/** What stands behind a key: a text, or the entries of a list; undefined for an object. */
export type YamlValue = string | readonly YamlItem[] | undefined;

/** The texts of an entry of a list by their keys; undefined for an entry that is no object. */
export type YamlItem = ReadonlyMap<string, string> | undefined;

/** What a file says, by the keys at its top. */
export type YamlFile = ReadonlyMap<string, YamlValue>;

const KEY = '[A-Za-z_][\\w-]{0,63}';
/** A word, or a text in double quotes with no escapes but those that mean in JSON what they mean in YAML. */
const SCALAR = String.raw`(?:[A-Za-z0-9][\w.-]*|"(?:[^"\\\p{Cc}\ufeff\ufffe\uffff]|\\["\\/nt])*")`;
const PAIR = `${KEY}: ${SCALAR}`;
const ITEM = `  - (?:\\{ ${PAIR}(?:, ${PAIR})* \\}|${PAIR}(?:\n    ${PAIR})*)\n`;
/** A key with a scalar, an object of scalars, or a list of such objects, which may be empty: then there is no value. */
const STATEMENT = new RegExp(
  `(?<key>${KEY}):(?: (?<scalar>${SCALAR})\n|\n(?<object>(?:  ${PAIR}\n)+)|\n(?<list>(?:${ITEM})*))`,
  'uy',
);
const PAIRS = new RegExp(`(${KEY}): (${SCALAR})`, 'gu');
/** Scalars are on one line each, so that only what is no part of one is found. */
const BETWEEN_ITEMS = /^ {2}- /m;

/**
 * Reads a file that has nothing but such statements.
 * @returns undefined for any other file, and for one with a key twice in one place: those are for a reader of all YAML, to which
 *   the files that are read here mean the same
 */
export function readPlainYaml(text: string): YamlFile | undefined {
  if (text.length > MAX_PLAIN_YAML_LENGTH) return undefined;
  const lines = text.endsWith('\n') ? text : `${text}\n`;
  const file = new Map<string, YamlValue>();
  STATEMENT.lastIndex = 0;
  while (STATEMENT.lastIndex < lines.length) {
    const { key, scalar, object, list } = STATEMENT.exec(lines)?.groups ?? {};
    if (key === undefined || file.has(key)) return undefined;
    if (scalar !== undefined) file.set(key, toText(scalar));
    else if (object !== undefined) {
      if (readPairs(object) === undefined) return undefined;
      file.set(key, undefined);
    } else if (list === '') file.set(key, '');
    else {
      const items = list?.split(BETWEEN_ITEMS).slice(1).map(readPairs) ?? [];
      if (items.includes(undefined)) return undefined;
      file.set(key, items);
    }
  }
  return file;
}

/** Undefined when a key is there twice. */
function readPairs(text: string): YamlItem {
  const pairs = [...text.matchAll(PAIRS)];
  const item = new Map(pairs.map(([, key = '', scalar = '']) => [key, toText(scalar)]));
  return item.size === pairs.length ? item : undefined;
}

function toText(scalar: string): string {
  return scalar.startsWith('"') ? (JSON.parse(scalar) as string) : scalar;
}
