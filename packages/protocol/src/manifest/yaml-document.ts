// Parses one YAML 1.2 document with bounds that keep hostile YAML cheap, and refuses what two readers could read
// differently.
import {
  type Alias,
  type Document,
  type ErrorCode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { FieldProblem } from '../field-problem.ts';
import { printable, quote } from '../quote.ts';
import { manifestProblem, type Position } from './manifest-problem.ts';

// A manifest of the greatest size with ordinary content has about 20,000 lexical tokens; brackets and quotes without
// end would have 260,000 and cost seconds to compose.
const MAX_TOKENS = 40_000;
const MAX_ALIASES = 20;

const REMEDIES: Partial<Record<ErrorCode, string>> = {
  BAD_DIRECTIVE: '; take the directive out',
  BAD_SCALAR_START: '; put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    '; put a value that holds a colon in quotes, and indent the keys of one mapping alike',
  TAB_AS_INDENT: '; indent with spaces',
};

/** A parsed document, and where in its text the nodes are. */
export interface YamlDocument {
  readonly document: Document;
  positionOf(node: Node): Position;
}

/** Parses text that holds one document. Keys repeated at its top are left to the caller, who knows the fields. */
export function readYamlDocument(text: string): YamlDocument | { problem: FieldProblem } {
  if (hasTooManyTokens(text)) {
    return manifestProblem('has too much structure to be a manifest; keep data in files of the tarball');
  }
  const lineCounter = new LineCounter();
  // The failsafe schema without known tags leaves every scalar the text its author wrote: 1.10 never becomes 1.1.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'failsafe',
    resolveKnownTags: false,
    // Looked for below, in linear time.
    uniqueKeys: false,
    prettyErrors: false,
    // 'silent' would keep quiet about a second document as well.
    logLevel: 'error',
    lineCounter,
  });
  const at = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  // A directive that is not supported is only a warning to the parser. So is an unknown tag, but that harms nothing.
  const [error] = [...document.errors, ...document.warnings.filter(({ code }) => code === 'BAD_DIRECTIVE')];
  if (error !== undefined) return manifestProblem(describeError(error), at(error.pos[0]));
  if (document.directives?.yaml.version === '1.1') return manifestProblem('declares YAML 1.1; use YAML 1.2');
  const positionOf = (node: Node): Position => at(node.range?.[0] ?? 0);
  return findAmbiguity(document, positionOf) ?? { document, positionOf };
}

function hasTooManyTokens(text: string): boolean {
  let count = 0;
  for (const _token of new Lexer().lex(text)) {
    count += 1;
    if (count > MAX_TOKENS) return true;
  }
  return false;
}

function findAmbiguity(
  document: Document,
  positionOf: YamlDocument['positionOf'],
): { problem: FieldProblem } | undefined {
  const aliases: Alias[] = [];
  const aliasKeys: Alias[] = [];
  const repeatedKeys: Scalar[] = [];
  visit(document, {
    Alias: (place, alias) => {
      (place === 'key' ? aliasKeys : aliases).push(alias);
    },
    Map: (_place, map) => {
      if (map !== document.contents) repeatedKeys.push(...findRepeatedKeys(map));
    },
  });
  if (aliases.length > MAX_ALIASES) {
    return manifestProblem(`has more than ${MAX_ALIASES} aliases; write the values out`);
  }
  const dangling = aliases.find((alias) => alias.resolve(document) === undefined);
  if (dangling !== undefined) {
    const message = `has the alias ${quote(dangling.source)} of an anchor that is nowhere before it`;
    return manifestProblem(message, positionOf(dangling));
  }
  const [aliasKey] = aliasKeys;
  if (aliasKey !== undefined) {
    return manifestProblem('has an alias for a key; write the key out', positionOf(aliasKey));
  }
  const [repeated] = repeatedKeys;
  if (repeated === undefined) return undefined;
  const message = `has the key ${quote(String(repeated.value))} more than once in one mapping; keep one`;
  return manifestProblem(message, positionOf(repeated));
}

function findRepeatedKeys(map: YAMLMap): Scalar[] {
  const seen = new Set<string>();
  const repeated: Scalar[] = [];
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (seen.has(name)) repeated.push(key);
    seen.add(name);
  }
  return repeated;
}

function describeError({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'holds more than one YAML document; keep one';
  // The parser ran out of stack, at some 1,500 levels. Walking what it did parse takes less than half as much.
  if (code === 'RESOURCE_EXHAUSTION') return 'is nested too deeply';
  return `is not valid YAML: ${printable(message, 160)}${REMEDIES[code] ?? ''}`;
}
