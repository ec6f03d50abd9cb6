// Reads the sections of a compiled text, for an atom without a source: compilers repeat the head and whole sections.
import { toLine } from '../text/cut-text.ts';
import { makeReadable } from './readable-markdown.ts';

/** A field with a text of its own, or a section of a text. */
export interface AtomSection {
  /** The name of the field, such as `instead-do`. */
  readonly key: string;
  /** The same for people: `Instead do`. */
  readonly title: string;
  /** Markdown, with code in fences. */
  readonly markdown: string;
}

/** Sections that other parts of a page have. */
const SHOWN_ELSEWHERE = new Set(['label', 'description', 'edges', 'relations', 'domain', 'tags']);

/** A text, and what its head repeats. */
export interface HeadedText {
  /** The full text. */
  readonly full: string;
  readonly description: string;
  readonly label?: string | undefined;
}

/** What the text says beyond the head, each section once. The first one has no title if it stands before any heading. */
export function listSections({ full, description, label = '' }: HeadedText): AtomSection[] {
  const found = new Map<string, AtomSection>();
  for (const { title, lines } of split(full.split('\n'))) {
    const own = title === '' ? withoutHead(lines, [description, label]) : lines;
    const markdown = makeReadable(own.join('\n').replace(/^\n+/, ''));
    const key = toLine(title)
      .toLowerCase()
      .replaceAll(/[\s_]+/g, '-');
    if (markdown !== '' && !SHOWN_ELSEWHERE.has(key))
      found.set(`${key}\n${markdown}`, { key, title, markdown });
  }
  return [...found.values()];
}

/**
 * A text of an atom, at any length, without what a page shows next to it: title, label, description, domain, tags and edges.
 * Each section once, under a heading of level 2, with code in fences. Empty if nothing is left.
 */
export function readText(text: string, head: Omit<HeadedText, 'full'>): string {
  return listSections({ ...head, full: text })
    .map(({ title, markdown }) => (title === '' ? markdown : `## ${title}\n\n${markdown}`))
    .join('\n\n');
}

/** Splits at headings of the second level, except in fences. */
function split(lines: readonly string[]): { title: string; lines: string[] }[] {
  const sections: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const title = fence === undefined ? /^## +(\S.*)$/.exec(line)?.[1] : undefined;
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title: toLine(title), lines: [] });
  }
  return sections;
}

/** Without the title, the domain, the tags, and the texts of the head. */
function withoutHead(lines: readonly string[], texts: readonly string[]): string[] {
  const known = new Set(texts.flatMap((text) => text.split('\n').map(toLine)));
  return lines.filter((line) => !/^# |^(?:domain|tags): /.test(line) && !known.has(toLine(line)));
}
