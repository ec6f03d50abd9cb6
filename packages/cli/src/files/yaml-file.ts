// YAML settings files: parsed strictly, with line and column of every mistake, and changed in place to keep
// comments.
import { type FieldProblem, type Position, parseLocatedYaml } from '@prime-registry/protocol';
import { type Document, isMap, isScalar, type Pair } from 'yaml';
import { ValidationError } from '../errors/validation-error.ts';

/** A parsed file: a mapping, or empty. */
export interface YamlFile {
  readonly path: string;
  readonly document: Document;
  positionOf(node: unknown): Position;
  /** The place of an offset in UTF-16 code units, as warnings have it. */
  positionAt(offset: number): Position;
}

/** Parses a file. Every scalar keeps its text. @throws ValidationError */
export function parseYamlFile(path: string, text: string): YamlFile {
  const { document, positionOf, positionAt } = parseLocatedYaml(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    // The parser's message may quote the file, which may contain secrets.
    const message = REMEDIES[error.code] ?? 'is not valid YAML here';
    throw invalidFile(path, [{ field: 'file', message, ...positionAt(error.pos[0]) }]);
  }
  const { contents } = document;
  if (contents !== null && !isMap(contents) && !isEmpty(contents)) {
    const message = "must be a mapping, with lines such as 'registries:'";
    throw invalidFile(path, [{ field: 'file', message, ...positionOf(contents) }]);
  }
  return { path, document, positionOf, positionAt };
}

/** The text of a scalar; undefined for other nodes and for an empty value. */
export function findScalarText(node: unknown): string | undefined {
  return isEmpty(node) || !isScalar(node) ? undefined : String(node.value);
}

/** Whether a value is empty. */
function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && node.type === 'PLAIN' && node.value === '');
}

/** The error for an invalid file. */
export function invalidFile(path: string, problems: readonly FieldProblem[]): ValidationError {
  return new ValidationError(`${path} is not valid`, problems);
}

const REMEDIES: Readonly<Record<string, string>> = {
  BAD_SCALAR_START: "needs quotes: write a scope as '@acme', with quotes",
  DUPLICATE_KEY: 'has this key twice; keep one',
  MULTIPLE_DOCS: 'has a second document here; keep one',
  TAB_AS_INDENT: 'is indented with a tab; use spaces',
};

/** The entries of a mapping; none of something else. */
export function pairsOf(node: unknown): readonly Pair[] {
  return isMap(node) ? node.items : [];
}
