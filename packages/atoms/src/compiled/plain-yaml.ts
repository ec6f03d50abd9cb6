// A fast parser for the YAML that compilers write. There are two files per atom, and the full YAML parser
// takes longer for them than all other work on a Prime.
import { MAX_PLAIN_YAML_LENGTH } from '../limits.ts';

/** The value of a key: a text, or the entries of a list; undefined for an object. */
export type YamlValue = string | readonly YamlItem[] | undefined;

/** The texts of a list entry by key; undefined for an entry that is not an object. */
export type YamlItem = ReadonlyMap<string, string> | undefined;

export type YamlFile = ReadonlyMap<string, YamlValue>;

const KEY = '[A-Za-z_][\\w-]{0,63}';
/** A word, or a double-quoted text whose escapes mean the same in JSON and YAML. */
const SCALAR = String.raw`(?:[A-Za-z0-9][\w.-]*|"(?:[^"\\\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]|\\["\\/nt])*")`;
const PAIR = `${KEY}: ${SCALAR}`;
const ITEM = `  - (?:\\{ ${PAIR}(?:, ${PAIR})* \\}|${PAIR}(?:\n    ${PAIR})*)\n`;
/** A key with a scalar, an object of scalars, or a list of such objects; an empty list has no value. */
const STATEMENT = new RegExp(
  `(?<key>${KEY}):(?: (?<scalar>${SCALAR})\n|\n(?<object>(?:  ${PAIR}\n)+)|\n(?<list>(?:${ITEM})*))`,
  'uy',
);
const PAIRS = new RegExp(`(${KEY}): (${SCALAR})`, 'gu');
/** Scalars have one line each, so this cannot match within one. */
const BETWEEN_ITEMS = /^ {2}- /m;

/**
 * Parses a file that has only such statements.
 * @returns undefined for any other file, and for one with a duplicate key: those are for the full YAML
 *   parser, which gives the same result for all files that are parsed here
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

/** Undefined if a key is there twice. */
function readPairs(text: string): YamlItem {
  const pairs = [...text.matchAll(PAIRS)];
  const item = new Map(pairs.map(([, key = '', scalar = '']) => [key, toText(scalar)]));
  return item.size === pairs.length ? item : undefined;
}

function toText(scalar: string): string {
  return scalar.startsWith('"') ? (JSON.parse(scalar) as string) : scalar;
}
