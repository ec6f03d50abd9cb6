// The key `files:` of a pack.yaml: an allowlist of the files to pack, with the meaning that it has in npm.
import { type FieldProblem, quote, readYamlMapping } from '@prime-registry/protocol';
import ignore from 'ignore';
import { isScalar, isSeq } from 'yaml';
import { ValidationError } from '../errors/validation-error.ts';
import { MANIFEST_FILE } from './read-manifest.ts';

/** The allowlist of a Prime. */
export interface FilesList {
  /** Whether the list contains a file, itself or by one of its folders. */
  includes(path: string): boolean;
  /**
   * @param packed the paths of all packed files
   * @param leftOut the paths of files and folders that are left out for other reasons
   * @throws ValidationError for patterns that match no packed file
   */
  requireMatches(packed: readonly string[], leftOut: readonly string[]): void;
}

const MAX_PATTERNS = 256;
const MAX_LENGTH = 1024;
const HOW = "write '- primes' for a folder, '- docs/*.md' or '- \"!docs/draft.md\"'";

interface Pattern {
  readonly field: string;
  readonly text: string;
  readonly isNegated: boolean;
  readonly line: number;
  readonly column: number;
  matches(path: string): boolean;
}

/**
 * The allowlist in the text of a pack.yaml; undefined if it has none.
 * @throws ValidationError if it is malformed, with line and column
 */
export function findFilesList(manifestBytes: Uint8Array): FilesList | undefined {
  const read = readYamlMapping(manifestBytes);
  const entry = 'mapping' in read ? read.mapping.entries.get('files') : undefined;
  if (entry === undefined || !('mapping' in read)) return undefined;
  const { positionOf } = read.mapping;
  const { node, position } = entry;
  if (!isSeq(node) || node.items.length === 0) {
    throw invalid([{ field: 'files', message: `must be a list of patterns; ${HOW}`, ...position }]);
  }
  if (node.items.length > MAX_PATTERNS) {
    const message = `has ${node.items.length} patterns; the maximum is ${MAX_PATTERNS}`;
    throw invalid([{ field: 'files', message, ...position }]);
  }
  const problems: FieldProblem[] = [];
  const patterns = node.items.flatMap((item, index) => {
    const text = isScalar(item) ? String(item.value) : '';
    const at = isScalar(item) ? positionOf(item) : position;
    const field = `files[${index}]`;
    const problem = findProblem(text);
    if (problem === undefined) return [toPattern(text, { field, ...at })];
    problems.push({ field, message: problem, ...at });
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
  return createList(patterns);
}

function findProblem(text: string): string | undefined {
  if (text.trim() === '' || text.trim() === '!') return `names no file; ${HOW}`;
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (text.includes('\\') || /\p{Cc}/u.test(text)) return `${quote(text)}: write '/' between folders`;
  if (text.split('/').includes('..')) return `${quote(text)} leaves the folder of the Prime`;
  return undefined;
}

function toPattern(text: string, place: Pick<Pattern, 'field' | 'line' | 'column'>): Pattern {
  const isNegated = text.startsWith('!');
  const path = (isNegated ? text.slice(1) : text).replace(/^(?:\.?\/)+/, '');
  const matcher = ignore({ ignorecase: false }).add(`/${path === '' || path === '.' ? '**' : path}`);
  return { ...place, text, isNegated, matches: (given) => matcher.ignores(given) };
}

function createList(patterns: readonly Pattern[]): FilesList {
  const taken = patterns.filter(({ isNegated }) => isNegated);
  const given = patterns.filter(({ isNegated }) => !isNegated);
  return {
    includes: (path) => given.some((one) => one.matches(path)) && !taken.some((one) => one.matches(path)),
    requireMatches(packed, leftOut) {
      const idle = given.filter((one) => !packed.some((path) => one.matches(path)));
      if (idle.length === 0) return;
      const problems = idle.map((one): FieldProblem => {
        const { field, text, line, column } = one;
        const other = leftOut.find((path) => one.matches(path));
        const why = other === undefined ? 'no file' : `only what is always left out, such as ${quote(other)}`;
        return { field, message: `${quote(text)} matches ${why}; correct or remove it`, line, column };
      });
      throw invalid(problems);
    },
  };
}

function invalid(problems: readonly FieldProblem[]): ValidationError {
  return new ValidationError(`the list 'files' of ${MANIFEST_FILE} cannot be used`, problems);
}
