// The lines of a document that are ours: headings, facts, edges.
import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { createHiddenBudget, escapeHidden, type HiddenBudget } from '@prime-registry/protocol';
import type { KnownAtom, KnownPrime } from '../source/known-prime.ts';
import { embedMarkdown } from './markdown/embed-markdown.ts';

/** The level of the headings of an author's text: those of atoms are of level 2. */
const AUTHOR_LEVEL = 3;
/** In characters, of a text in the header. */
const MAX_LINE_LENGTH = 500;
/** Of a digest in the line of an atom, in hexadecimal digits; the header has all of it. */
const SHORT_DIGEST = 12;

const EMPTY = '_This atom has no text._';

export interface ShownEdge {
  readonly verb: string;
  readonly target: string;
}

/** The text of an author inside of a document. */
export function writeText(text: string, budget: HiddenBudget): string {
  const embedded = embedMarkdown(escapeHidden(text, budget), AUTHOR_LEVEL);
  return embedded.trim() === '' ? EMPTY : embedded;
}

/**
 * The facts of an atom. Where it was read from and what may change, such as a yank, is not in it: the same version
 * gives the same document everywhere.
 */
export function writeFacts(
  { id, kind }: Pick<KnownAtom, 'id' | 'kind'>,
  { name, version, sha256 }: Pick<KnownPrime, 'name' | 'version' | 'sha256'>,
): string {
  return `\`${id}\` · ${kind} · \`${name}\` ${version} · sha256:${sha256.slice(0, SHORT_DIGEST)}…`;
}

/** The edges of an atom on one line; undefined if there are none. @param linkOf - for atoms of the document */
export function writeEdges(
  edges: readonly ShownEdge[],
  linkOf: (id: string) => string | undefined,
): string | undefined {
  const show = ({ target }: ShownEdge): string => {
    const link = linkOf(target);
    return link === undefined ? `\`${target}\`` : `[${target}](${link})`;
  };
  const byVerb = Map.groupBy(edges, ({ verb }) => verb);
  const lines = Array.from(byVerb, ([verb, some]) => `${verb} ${some.map(show).join(', ')}`);
  return lines.length === 0 ? undefined : `Edges: ${lines.join('; ')}`;
}

/** The token counts, that of the chosen length first. */
export function writeTokens(tokens: Readonly<Record<TextLevel, number>>, level: TextLevel): string {
  const others = TEXT_LEVELS.filter((each) => each !== level);
  const rest = others.map((each) => `${each} ${tokens[each]}`).join(', ');
  return `${level}: ${tokens[level]} tokens (estimated; ${rest})`;
}

/** What speaks against the use of a version. */
export function writeStanding({ yanked, deprecated }: Pick<KnownPrime, 'yanked' | 'deprecated'>): string[] {
  const message = deprecated === undefined ? '' : writeLine(deprecated);
  return [
    ...(yanked ? ['**This version is yanked.**'] : []),
    ...(deprecated === undefined ? [] : [`**This version is deprecated.**${message && ` ${message}`}`]),
  ];
}

/** A text of an author as one line of plain text. */
export function writeLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const cut = line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH - 1)}…`;
  const visible = escapeHidden(cut.toWellFormed(), createHiddenBudget());
  return visible.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&').replace(/^([-+=]|\d+(?=[.)]))/, '\\$1');
}
