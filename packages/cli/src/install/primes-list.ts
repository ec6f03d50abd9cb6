// Reads the `primes:` list of a frontmatter, with the place of every entry.
import type { FieldProblem } from '@prime-registry/protocol';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** One entry of the list, as a spec. */
export interface PrimesEntry {
  /** Where it is, such as `primes[2]`. */
  readonly field: string;
  /** `@scope/name`, with `@range` where one is given. */
  readonly text: string;
  /** 1-based, in the file. */
  readonly line: number;
  readonly column: number;
}

const HOW = `write '- "@scope/name@^1.0"', or '- pack: "@scope/name"' with 'version: ^1.0' below it`;

/** The entries, and what is wrong with those that are none. `linesBefore` are the lines of the file in front of the text. */
export function readPrimesList(
  yamlText: string,
  linesBefore: number,
): { entries: PrimesEntry[]; problems: FieldProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(yamlText, { lineCounter: lines, schema: 'failsafe', prettyErrors: false });
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: line + linesBefore, column: col };
  };
  const problems: FieldProblem[] = document.errors.map(({ message, pos }) => ({
    field: 'frontmatter',
    message,
    ...placeOf(pos[0]),
  }));
  const entries: PrimesEntry[] = [];
  if (problems.length > 0) return { entries, problems };
  const list: unknown = isMap(document.contents) ? document.contents.get('primes', true) : undefined;
  if (list === undefined || (isScalar(list) && (list.value === '' || list.value === null)))
    return { entries, problems };
  if (!isSeq(list)) {
    problems.push({ field: 'primes', message: `is no list; ${HOW}`, ...placeOf(offsetOf(list)) });
    return { entries, problems };
  }
  for (const [index, item] of list.items.entries()) {
    const field = `primes[${index}]`;
    const place = placeOf(offsetOf(item));
    const text = readEntry(item);
    if (text === undefined) problems.push({ field, message: `names no Prime; ${HOW}`, ...place });
    else entries.push({ field, text, ...place });
  }
  return { entries, problems };
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

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
