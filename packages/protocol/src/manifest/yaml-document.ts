// Parses one YAML 1.2 document with bounds that keep hostile YAML cheap, and refuses what two readers could read
// differently.
import {
  type Alias,
  type ErrorCode,
  isScalar,
  Lexer,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { FieldProblem } from '../field-problem.ts';
import { type LocatedYaml, parseLocatedYaml } from '../located-yaml.ts';
import { printable, quote } from '../quote.ts';
import { manifestProblem, positionAt } from './manifest-problem.ts';

// A manifest of the greatest size with ordinary content has about 20,000 lexical tokens; brackets and quotes without
// end would have 260,000 and cost seconds to compose.
const MAX_TOKENS = 40_000;
const MAX_ALIASES = 20;
// What the lexer puts between the pieces of the text: the beginning of a document, the end of a flow, a scalar.
const LEXER_MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);
/** A backslash, with what makes it an escape (YAML 1.2, section 5.7). */
const ESCAPE =
  /\\([0abtnevfr "/\\N_LP\t\r\n]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4})?/g;

const REMEDIES: Partial<Record<ErrorCode, string>> = {
  BAD_DIRECTIVE: '; take the directive out',
  BAD_SCALAR_START: '; put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    '; put a value that holds a colon in quotes, and indent the keys of one mapping alike',
  TAB_AS_INDENT: '; indent with spaces',
};

/** Parses text that holds one document. Keys repeated at its top are left to the caller, who knows the fields. */
export function readYamlDocument(text: string): LocatedYaml | { problem: FieldProblem } {
  const tooCostly = findCost(text);
  if (tooCostly !== undefined) return tooCostly;
  // Repeated keys are looked for below, in linear time.
  const yaml = parseLocatedYaml(text, { uniqueKeys: false });
  const { document, positionAt } = yaml;
  // A directive that is not supported is only a warning to the parser. So is an unknown tag, but that harms nothing.
  const [error] = [...document.errors, ...document.warnings.filter(({ code }) => code === 'BAD_DIRECTIVE')];
  if (error !== undefined) return manifestProblem(describeError(error), positionAt(error.pos[0]));
  if (document.directives.yaml.version === '1.1') return manifestProblem('declares YAML 1.1; use YAML 1.2');
  return findAmbiguity(yaml) ?? yaml;
}

/** What would keep the parser busy for long: told by its lexer, which is quick. */
function findCost(text: string): { problem: FieldProblem } | undefined {
  let count = 0;
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    count += 1;
    if (count > MAX_TOKENS) {
      return manifestProblem('has too much structure to be a manifest; keep data in files of the tarball');
    }
    if (LEXER_MARKS.has(token)) continue;
    const wrongAt = token.startsWith('"') ? findWrongEscape(token) : undefined;
    if (wrongAt !== undefined) {
      const shown = quote(token.slice(wrongAt, wrongAt + 2));
      const message = `is not valid YAML: ${shown} is no escape sequence; put texts with backslashes in single quotes`;
      return manifestProblem(message, positionAt(text, offset + wrongAt));
    }
    offset += token.length;
  }
  return undefined;
}

/**
 * Where a text in double quotes has its first wrong escape. The parser makes an error of each, a thousand times slower:
 * 130,000 of them fit into a manifest.
 */
function findWrongEscape(quoted: string): number | undefined {
  for (const { 1: right, index } of quoted.matchAll(ESCAPE)) {
    if (right === undefined) return index;
  }
  return undefined;
}

function findAmbiguity({ document, positionOf }: LocatedYaml): { problem: FieldProblem } | undefined {
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
