// Reads the text of a pack.yaml into its top-level keys, with bounds that keep hostile YAML cheap. Nothing is ever
// converted to JavaScript objects: the fields are looked up in the parsed document, so aliases expand nowhere and
// a key called __proto__ is a key like any other.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { FieldProblem } from '../field-problem.ts';
import { describeCharacter, quote } from '../quote.ts';

/** Longest manifest, in bytes of UTF-8. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

// A manifest of the greatest size with ordinary content has about 20,000 lexical tokens; brackets and quotes without
// end would have 260,000 and cost seconds to compose.
const MAX_TOKENS = 40_000;
const MAX_ALIASES = 20;

/** A place in the text, both parts counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The value of a key. */
export interface YamlEntry {
  /** Undefined for a key without a value. */
  readonly node: Node | undefined;
  readonly position: Position;
}

/** The top-level mapping of a document. */
export interface YamlMapping {
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** Keys that are given more than once. */
  readonly problems: readonly FieldProblem[];
  positionOf(node: Node): Position;
}

/** Reads one YAML 1.2 document that is a mapping; on failure says what is wrong, with line and column. */
export function readYamlMapping(bytes: Uint8Array): { mapping: YamlMapping } | { problems: FieldProblem[] } {
  if (bytes.length > MAX_MANIFEST_BYTES) {
    return fail(`has ${bytes.length} bytes; at most ${MAX_MANIFEST_BYTES} (256 KiB) are allowed`);
  }
  const text = decode(bytes);
  if (text === undefined) return fail('is not valid UTF-8; save the file as UTF-8');
  const lineCounter = new LineCounter();
  const unprintable = findUnprintable(text);
  if (unprintable !== undefined) return fail(unprintable.message, positionOf(text, unprintable.offset));
  if (hasTooManyTokens(text))
    return fail(`has too much structure to be a manifest; keep data in files of the tarball`);
  const document = parse(text, lineCounter);
  if (document === undefined) return fail('is nested too deeply');
  const [error] = document.errors;
  if (error !== undefined)
    return fail(describeError(error.code, error.message), at(lineCounter, error.pos[0]));
  if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    return fail(`declares YAML ${document.directives.yaml.version}; use YAML 1.2`);
  }
  const aliasProblem = findAliasProblem(document);
  if (aliasProblem !== undefined) return fail(aliasProblem);
  return readEntries(document, lineCounter);
}

function readEntries(
  document: Document,
  lineCounter: LineCounter,
): { mapping: YamlMapping } | { problems: FieldProblem[] } {
  const { contents } = document;
  if (!isMap(contents)) {
    return fail(`is not a mapping of keys to values; begin with lines such as 'name: "@acme/web-style"'`);
  }
  const positionOfNode = (node: Node): Position => at(lineCounter, node.range?.[0] ?? 0);
  const entries = new Map<string, YamlEntry>();
  const problems: FieldProblem[] = [];
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const position = positionOfNode(key);
    if (entries.has(name)) {
      problems.push({
        field: name,
        message: `is given more than once; keep one ${quote(name)}`,
        ...position,
      });
      continue;
    }
    const node = isAlias(value) ? value.resolve(document) : value;
    entries.set(name, { node: node === null ? undefined : (node as Node | undefined), position });
  }
  return { mapping: { entries, problems, positionOf: positionOfNode } };
}

// The failsafe schema leaves every scalar the text its author wrote: 1.10 never becomes 1.1. Duplicate keys are
// looked for here, in linear time, rather than by the parser.
function parse(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, {
      version: '1.2',
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      // 'silent' would keep quiet about a second document as well.
      logLevel: 'error',
      lineCounter,
    });
  } catch (error) {
    // Composing recurses: brackets nested by the thousand exhaust the stack, and that is the author's error.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hasTooManyTokens(text: string): boolean {
  let count = 0;
  for (const _token of new Lexer().lex(text)) {
    count += 1;
    if (count > MAX_TOKENS) return true;
  }
  return false;
}

function findAliasProblem(document: Document): string | undefined {
  const aliases: Alias[] = [];
  visit(document, {
    Alias: (_key, alias) => {
      aliases.push(alias);
    },
  });
  if (aliases.length > MAX_ALIASES) return `has more than ${MAX_ALIASES} aliases; write the values out`;
  const dangling = aliases.find((alias) => alias.resolve(document) === undefined);
  return dangling && `has the alias ${quote(dangling.source)} of an anchor that is nowhere before it`;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// YAML 1.2, section 5.1: what is not printable has no place in a document except as an escape in double quotes.
function findUnprintable(text: string): { message: string; offset: number } | undefined {
  const match = /(?![\t\n\r\u0085])[\p{Cc}\ufffe\uffff]/u.exec(text);
  if (match === null) return undefined;
  return { message: `has the unprintable character ${describeCharacter(match[0])}`, offset: match.index };
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function at(lineCounter: LineCounter, offset: number): Position {
  const { line, col } = lineCounter.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function describeError(code: string, message: string): string {
  if (code === 'MULTIPLE_DOCS') return 'holds more than one YAML document; keep one';
  if (code === 'RESOURCE_EXHAUSTION') return 'is nested too deeply';
  return `is not valid YAML: ${message.replace(/\s+/g, ' ').slice(0, 200)}`;
}

function fail(message: string, position?: Position): { problems: FieldProblem[] } {
  return { problems: [{ field: 'manifest', message, ...position }] };
}
