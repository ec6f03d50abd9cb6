// What is known while one text is rendered: where it is embedded, and what was rendered so far.
import { escapeText } from '../html.ts';
import type { Highlight } from './highlighter.ts';

/** How Markdown is embedded in a page. */
export interface MarkdownOptions {
  /** The heading level of `#`, 2 to 6. */
  readonly topLevel: number;
  /** Prefix for the ids of headings, so that they are unique on the page. */
  readonly idPrefix: string;
  /**
   * Whether harmless HTML is HTML; otherwise all of it is shown as text. Default false: texts that agents read must have
   * nothing in them that people do not see, such as comments.
   */
  readonly allowsHtml?: boolean | undefined;
  /** What the title of the page says: a first heading that says one of them again is left out. */
  readonly titles?: readonly string[] | undefined;
  /** The files next to the text; without them, relative links lead nowhere. */
  readonly files?: FileLinks | undefined;
}

/** Where the files of a version are, for links in its texts. */
export interface FileLinks {
  /** The folder of the text, without a slash at its end; empty for the root. */
  readonly folder: string;
  /** The path of the registry below which the pictures are, without a slash at its end. */
  readonly pictures: string;
  /** The same for pages of files. */
  readonly pages: string;
  /** The files that there are, by path; with their size for pictures that may be shown. */
  readonly known: ReadonlyMap<string, PictureSize | undefined>;
}

/** The size of a picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Heading {
  /** From 1 to 6, as in the page. */
  readonly level: number;
  /** The id of its element. */
  readonly id: string;
  /** Without marks. */
  readonly text: string;
}

export interface Rendering extends MarkdownOptions {
  readonly highlight: Highlight | undefined;
  /** The ids of headings, each with the last number appended to it. */
  readonly ids: Map<string, number>;
  readonly headings: Heading[];
  /** The levels in the text of the headings that the last one is below, and its own. */
  readonly above: number[];
}

export function createRendering(options: MarkdownOptions, highlight: Highlight | undefined): Rendering {
  return { ...options, highlight, ids: new Map(), headings: [], above: [] };
}

/** The rendering of an environment of the parser. */
export function renderingOf(env: object | undefined): Rendering {
  return (env as { readonly rendering: Rendering }).rendering;
}

/** The fragment for a text, without a prefix. */
export function slugOf(text: string): string {
  return text
    .slice(0, 80)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

const MAX_HEADING_LENGTH = 200;

/**
 * Adds a heading.
 * @param given - its level in the text, from 1
 * @returns its level in the page, and its id, escaped, which no other heading has
 */
export function addHeading(rendering: Rendering, given: number, text: string): { level: number; id: string } {
  const { idPrefix, ids, headings } = rendering;
  const level = levelInPage(rendering, given);
  const slug = slugOf(text);
  let [id, number] = [slug, ids.get(slug) ?? 0];
  while (ids.has(id)) {
    number += 1;
    id = `${slug}-${number}`;
  }
  ids.set(slug, number).set(id, 0);
  if (text !== '') headings.push({ level, id: idPrefix + id, text: text.slice(0, MAX_HEADING_LENGTH) });
  return { level, id: escapeText(idPrefix + id) };
}

/**
 * The level of a heading in the page. Levels that an author leaves out are left out here, too, or the outline of the
 * page would have gaps. @param level - in the text, from 1
 */
function levelInPage({ topLevel, above }: Rendering, level: number): number {
  while ((above.at(-1) ?? 0) >= level) above.pop();
  above.push(level);
  return Math.min(6, topLevel + above.length - 1);
}
