// The contents of a text: links to its headings. Next to the text on a wide screen, above it on a phone.
import { type Html, html } from './html.ts';
import type { Heading } from './markdown.ts';
import { cutText } from './prime/prime-entries.ts';

/** With fewer headings, a text is its own contents. */
const MIN_ENTRIES = 3;
/** Entries that are listed: more are no overview. */
const MAX_ENTRIES = 60;
/** In characters. */
const MAX_ENTRY_LENGTH = 80;

/** An entry and those below it. */
interface Entry {
  readonly heading: Heading;
  readonly below: Heading[];
}

/** Renders the contents, in two levels; false if the text has too few headings. */
export function renderContents(headings: readonly Heading[], place: 'beside' | 'above'): Html | false {
  const entries = groupHeadings(headings);
  if (entries.length + entries.reduce((sum, { below }) => sum + below.length, 0) < MIN_ENTRIES) return false;
  const link = ({ id, text }: Heading): Html => html`<a href="#${id}">${cutText(text, MAX_ENTRY_LENGTH)}</a>`;
  const list = html`<ul>${entries.map(({ heading, below }) => html`<li>${link(heading)}${below.length > 0 && html`<ul>${below.map((each) => html`<li>${link(each)}</li>`)}</ul>`}</li>`)}</ul>`;
  return place === 'beside'
    ? html`<nav class="panel contents beside" aria-labelledby="contents"><h2 id="contents">Contents</h2>${list}</nav>`
    : html`<nav class="contents above" aria-label="Contents"><details><summary>Contents</summary>${list}</details></nav>`;
}

/** The headings of the highest level with those of the next one. A single first one is the title of the text. */
function groupHeadings(headings: readonly Heading[]): Entry[] {
  const highest = Math.min(...headings.map(({ level }) => level));
  const [first, ...others] = headings;
  if (first?.level === highest && others.length > 0 && others.every(({ level }) => level > highest))
    return groupHeadings(others);
  const entries: Entry[] = [];
  for (const heading of headings.slice(0, MAX_ENTRIES)) {
    const last = entries.at(-1);
    if (heading.level === highest || last === undefined) entries.push({ heading, below: [] });
    else if (heading.level === highest + 1) last.below.push(heading);
  }
  return entries;
}
