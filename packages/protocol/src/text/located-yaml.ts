// Parses a YAML document with line and column of its nodes, for error messages.
import { type Document, isNode, LineCounter, parseDocument, visit, YAMLParseError } from 'yaml';
import { findRepeatedKeys } from './repeated-keys.ts';

/** A place in a text. Line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A parsed document, and where its nodes are in the text. */
export interface LocatedYaml {
  /** The caller must check its `errors` and `warnings`. */
  readonly document: Document.Parsed;
  /** The place of a node; the start of the text for anything else. */
  positionOf(node: unknown): Position;
  /** The place of an offset in UTF-16 code units, as errors have it. */
  positionAt(offset: number): Position;
}

/**
 * Parses the text of one YAML 1.2 document. The failsafe schema without known tags keeps every scalar as the
 * text that its author wrote: 1.10 never becomes 1.1.
 * @param options.uniqueKeys - Whether a repeated key is an error of the document. Only the first one is, and only if there is no
 *   other error.
 */
export function parseLocatedYaml(text: string, { uniqueKeys }: { uniqueKeys: boolean }): LocatedYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'failsafe',
    resolveKnownTags: false,
    // The parser's own search takes quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    // 'silent' would hide a second document as well.
    logLevel: 'error',
    lineCounter,
  });
  if (uniqueKeys && document.errors.length === 0) addRepeatedKey(document);
  const positionAt = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const positionOf = (node: unknown): Position => positionAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  return { document, positionOf, positionAt };
}

function addRepeatedKey(document: Document.Parsed): void {
  visit(document, {
    Map: (_place, map) => {
      const [repeated] = findRepeatedKeys(map);
      if (repeated === undefined) return undefined;
      const [start = 0, end = start] = repeated.range ?? [];
      document.errors.push(new YAMLParseError([start, end], 'DUPLICATE_KEY', 'Map keys must be unique'));
      return visit.BREAK;
    },
  });
}

/** Whether a document has aliases or tags: small texts that become large values, and values that programs read differently. */
export function isIndirect({ document }: Pick<LocatedYaml, 'document'>): boolean {
  let isFound = false;
  const note = (): symbol => {
    isFound = true;
    return visit.BREAK;
  };
  visit(document, {
    Alias: note,
    Node: (_key, node) => (node.tag === undefined ? undefined : note()),
  });
  return isFound;
}

/** The texts of all scalars of a document, keys included, as its escapes are read. */
export function listScalars({ document }: Pick<LocatedYaml, 'document'>): string[] {
  const texts: string[] = [];
  visit(document, { Scalar: (_key, { value }) => void (typeof value === 'string' && texts.push(value)) });
  return texts;
}
