// YAML files of settings: read strictly, with the place of every mistake, and changed in place so that comments stay.
import type { FieldProblem } from '@prime-registry/protocol';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { ValidationError } from '../errors/validation-error.ts';
import { readProjectFile } from './read-project-file.ts';

/** Largest file; a project's file comes from somebody else. */
const MAX_FILE_BYTES = 64 * 1024;

/** Line and column, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A parsed file: a mapping, or empty. */
export interface YamlFile {
  readonly path: string;
  readonly document: Document;
  placeOf(node: unknown): Place;
}

/** The text of a file; undefined when there is none. @throws ValidationError for what is no text, or too large for settings */
export function findText(path: string): Promise<string | undefined> {
  return readProjectFile(path, MAX_FILE_BYTES);
}

/** Parses a file; every scalar keeps its text. @throws ValidationError */
export function parseYamlFile(path: string, text: string): YamlFile {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter,
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const placeOf = (node: unknown): Place => placeAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  const [error] = document.errors;
  if (error !== undefined) {
    // The parser's own words may repeat what is in the file, which may be secret.
    const message = REMEDIES[error.code] ?? 'is not valid YAML here';
    throw invalidFile(path, [{ field: 'file', message, ...placeAt(error.pos[0]) }]);
  }
  const { contents } = document;
  if (contents !== null && !isMap(contents) && !isEmpty(contents)) {
    const message = "must be a mapping, with lines such as 'registries:'";
    throw invalidFile(path, [{ field: 'file', message, ...placeOf(contents) }]);
  }
  return { path, document, placeOf };
}

/** The text of a scalar; undefined for anything else, and for nothing. */
export function findScalarText(node: unknown): string | undefined {
  return isEmpty(node) || !isScalar(node) ? undefined : String(node.value);
}

/** Whether nothing is written where a value could be. */
export function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && node.type === 'PLAIN' && node.value === '');
}

/** The error for a file that is not as it must be. */
export function invalidFile(path: string, problems: readonly FieldProblem[]): ValidationError {
  return new ValidationError(`${path} is not right`, problems);
}

const REMEDIES: Readonly<Record<string, string>> = {
  BAD_SCALAR_START: "needs quotes: write a scope as '@acme', with them",
  DUPLICATE_KEY: 'has this key twice; keep one',
  MULTIPLE_DOCS: 'begins a second document here; keep one',
  TAB_AS_INDENT: 'is indented with a tab; use spaces',
};
