// Parses the `primes:` list of a frontmatter, with the line and column of every entry.
import { type FieldProblem, type Position, parseLocatedYaml } from '@prime-registry/protocol';
import { isMap, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml';

/** One entry of the list. */
export interface PrimesEntry {
  /** Where it is, such as `primes[2]`. */
  readonly field: string;
  /** `@scope/name` or `@scope/name@range`. */
  readonly text: string;
  /** 1-based, in the file. */
  readonly line: number;
  readonly column: number;
}

const HOW = `write '- "@scope/name@^1.0"', or '- pack: "@scope/name"' with 'version: ^1.0' below it`;

const REMEDIES: Partial<Record<string, string>> = {
  BAD_SCALAR_START: `needs quotes: ${HOW}`,
  RESOURCE_EXHAUSTION: 'is nested too deeply',
};

/**
 * The entries, and the problems of invalid ones. `linesBefore` is the number of lines in the file before the
 * text.
 */
export function readPrimesList(
  yamlText: string,
  linesBefore: number,
): { entries: PrimesEntry[]; problems: FieldProblem[] } {
  const { document, positionOf, positionAt } = parseLocatedYaml(yamlText, { uniqueKeys: true });
  const inFile = ({ line, column }: Position): Position => ({ line: line + linesBefore, column });
  const problems: FieldProblem[] = document.errors.map(({ code, message, pos }) => ({
    field: 'frontmatter',
    message: REMEDIES[code] ?? message,
    ...inFile(positionAt(pos[0])),
  }));
  const entries: PrimesEntry[] = [];
  if (problems.length > 0) return { entries, problems };
  const pair = isMap(document.contents) ? findPrimes(document.contents) : undefined;
  if (pair === undefined) return { entries, problems };
  const { key, value: list } = pair;
  if (isScalar(key) && key.value !== LIST_KEY) {
    const message = `must be written '${LIST_KEY}', in lower case`;
    problems.push({ field: String(key.value), message, ...inFile(positionOf(key)) });
    return { entries, problems };
  }
  if (isScalar(list) && EMPTY.has(String(list.value))) return { entries, problems };
  if (!isSeq(list)) {
    problems.push({ field: 'primes', message: `is not a list; ${HOW}`, ...inFile(positionOf(list)) });
    return { entries, problems };
  }
  for (const [index, item] of list.items.entries()) {
    const field = `primes[${index}]`;
    const place = inFile(positionOf(item));
    const text = readEntry(item);
    const unknown = findUnknownKey(item);
    if (unknown !== undefined)
      problems.push({ field, message: `has the unknown key '${unknown}'; ${HOW}`, ...place });
    else if (text === undefined) problems.push({ field, message: `names no Prime; ${HOW}`, ...place });
    else entries.push({ field, text, ...place });
  }
  return { entries, problems };
}

const LIST_KEY = 'primes';
const ENTRY_KEYS: ReadonlySet<unknown> = new Set(['pack', 'version']);
/** The spellings of null in YAML. */
const EMPTY: ReadonlySet<string> = new Set(['', '~', 'null']);

/** Finds the list, even if its key has capital letters: a misspelt key must not count as an empty list. */
function findPrimes({ items }: YAMLMap): Pair | undefined {
  const isKey = ({ key }: Pair) => isScalar(key) && String(key.value).toLowerCase() === LIST_KEY;
  return items.find(isKey);
}

function findUnknownKey(item: unknown): string | undefined {
  if (!isMap(item)) return undefined;
  const keys = item.items.map(({ key }) => (isScalar(key) ? key.value : key));
  const unknown = keys.find((key) => !ENTRY_KEYS.has(key));
  return unknown === undefined ? undefined : String(unknown);
}

function readEntry(item: unknown): string | undefined {
  if (isScalar(item)) return typeof item.value === 'string' ? item.value : undefined;
  if (!isMap(item)) return undefined;
  const pack: unknown = item.get('pack');
  const version: unknown = item.get('version');
  if (typeof pack !== 'string') return undefined;
  if (version === undefined) return pack;
  return typeof version === 'string' ? `${pack}@${version}` : undefined;
}
