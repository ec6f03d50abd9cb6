// Reads the atoms of a `.prime` file.
import { quote } from '@prime-registry/protocol';
import type { AtomDraft, FileProblem } from '../atom.ts';
import { isAtomId, parseAtomId } from '../atom-id.ts';
import { toEntries } from '../hash/canonical-json.ts';
import { canonicalAtom, fingerprintFields } from '../hash/content-hash.ts';
import { LineIndex } from '../language/line-index.ts';
import { parseSource } from '../language/parse-source.ts';
import type { SourceAtom, SourceProblem } from '../language/source-value.ts';
import { MAX_CHUNK_BYTES, MAX_EDGES, MAX_SOURCE_BYTES } from '../limits.ts';
import { decodeText } from '../text/decode-text.ts';
import { renderTexts } from '../text/render-texts.ts';
import { warnOfHidden } from '../text/warn-of-hidden.ts';
import { findEdges } from './find-edges.ts';
import { asScalar, readFacts, type Warn } from './read-facts.ts';

/** An atom of a source without its hash, which is computed asynchronously. */
export interface SourceDraft extends Omit<AtomDraft, 'hash'> {
  /** The text whose SHA-256 is the hash. */
  readonly canonical: string;
}

export interface SourceReading {
  readonly atoms: readonly SourceDraft[];
  /** In the order of the file, hidden characters last. */
  readonly problems: readonly FileProblem[];
}

/**
 * Reads a `.prime` file. Never throws: an unreadable atom becomes a problem, with its position and a
 * correction, and reading continues with the next atom.
 */
export function readSourceFile(path: string, bytes: Uint8Array): SourceReading {
  const decoded = decodeText(bytes, MAX_SOURCE_BYTES);
  if ('problem' in decoded) return { atoms: [], problems: [{ severity: 'error', message: decoded.problem }] };
  const parsed = parseSource(decoded.text);
  const found: SourceProblem[] = [...parsed.problems];
  const lines = new LineIndex(decoded.text);
  const atoms = parsed.atoms.flatMap((source) =>
    readAtom(source, { path, text: decoded.text, lines }, found),
  );
  const problems = found
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, ...problem }) => ({ ...problem, ...lines.positionOf(offset) }));
  return { atoms, problems: [...problems, ...warnOfHidden(decoded.text, problems)] };
}

function readAtom(
  source: SourceAtom,
  { path, text, lines }: { readonly path: string; readonly text: string; readonly lines: LineIndex },
  problems: SourceProblem[],
): SourceDraft[] {
  const { kind, fields, offset } = source;
  const id = readId(source, path);
  if (typeof id !== 'string') {
    problems.push(id);
    return [];
  }
  const warn: Warn = (at, message, code) =>
    problems.push({ severity: 'warning', offset: at, message, ...(code !== undefined && { code }) });
  const facts = readFacts(fields, offset, warn);
  const allEdges = findEdges(fields);
  const edges = allEdges.slice(0, MAX_EDGES);
  if (edges.length < allEdges.length) {
    warn(
      offset,
      `this atom has ${allEdges.length} edges, and only the first ${MAX_EDGES} are used; remove some`,
    );
  }
  const name = source.name || id.slice(id.indexOf('/') + 1);
  const entries = toEntries(fields);
  return [
    {
      id,
      kind,
      name,
      ...facts,
      edges,
      origin: 'source',
      path,
      line: lines.positionOf(offset).line,
      texts: renderTexts({ name, kind, ...facts }, fields, edges),
      source: cutSource(text, source),
      canonical: canonicalAtom({ kind, name: source.name, fields: entries }),
      fields: fingerprintFields(entries),
    },
  ];
}

/** The atom and the comments above it; not what stands on the last line of the atom before. */
function cutSource(text: string, { start, end, offset }: SourceAtom): string | undefined {
  const above = text.slice(start, offset);
  const comments = start === 0 ? above : above.slice(above.indexOf('\n') + 1);
  const source = `${comments.trimStart()}${text.slice(offset, end)}`;
  return source.length > MAX_CHUNK_BYTES ? undefined : source;
}

function readId({ kind, fields, offset }: SourceAtom, path: string): string | SourceProblem {
  const field = fields.find(({ key }) => key === 'id');
  const example = quote(suggestId(path) ?? `@scope/${kind}-one-thing`);
  const fail = (at: number, message: string): SourceProblem => ({ severity: 'error', offset: at, message });
  if (field === undefined) return fail(offset, `this atom has no id; add a line with 'id:' and ${example}`);
  const text = asScalar(field.value)?.text;
  if (text === undefined) return fail(field.offset, `an id must be a text, such as ${example}`);
  const parsed = parseAtomId(text);
  return parsed.ok ? text : fail(field.value.offset, `this is not an id: ${parsed.message}`);
}

/** The id by the convention that a file has the name of its atom. */
function suggestId(path: string): string | undefined {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const scope = folders.findLast((folder) => folder.startsWith('@')) ?? '';
  const id = `${scope}/${file.replace(/\.prime$/, '')}`;
  return isAtomId(id) ? id : undefined;
}
