// What is known while one text is rendered: where it is embedded, and what was rendered so far.
import { escapeText } from '../html.ts';
import type { Highlight } from './highlighter.ts';

/** How Markdown is embedded in a page. */
export interface MarkdownOptions {
  /** The heading level of `#`, 2 to 6. */
  readonly topLevel: number;
  /** Prefix for the ids of headings, so that they are unique on the page. */
  readonly idPrefix: string;
  /** What the page has as its title: a first heading that says the same is left out. */
  readonly title?: string | undefined;
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

/** A heading of a text. */
export interface Heading {
  /** From 1 to 6, as in the page. */
  readonly level: number;
  /** The id of its element. */
  readonly id: string;
  /** Without marks. */
  readonly text: string;
}

/** State between elements. */
export interface Rendering extends MarkdownOptions {
  readonly highlight: Highlight | undefined;
  /** The ids of headings, each with the last number appended to it. */
  readonly ids: Map<string, number>;
  readonly headings: Heading[];
}

export function createRendering(options: MarkdownOptions, highlight: Highlight | undefined): Rendering {
  return { ...options, highlight, ids: new Map(), headings: [] };
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

/** Adds a heading. @returns its id, escaped, which no other heading has */
export function addHeading({ idPrefix, ids, headings }: Rendering, level: number, text: string): string {
  const slug = slugOf(text);
  let [id, number] = [slug, ids.get(slug) ?? 0];
  while (ids.has(id)) {
    number += 1;
    id = `${slug}-${number}`;
  }
  ids.set(slug, number).set(id, 0);
  if (text !== '') headings.push({ level, id: idPrefix + id, text: text.slice(0, MAX_HEADING_LENGTH) });
  return escapeText(idPrefix + id);
}

/** The level in the page. @param level - in the text, from 1 */
export function levelInPage({ topLevel }: MarkdownOptions, level: number): number {
  return Math.min(6, level - 1 + topLevel);
}
