// Places in the frame of a page that only the server fills, when it sends the page: pages are made, cached and handed between
// threads without knowing whose registry it is. Escaped texts cannot contain a slot.
import { type Html, html } from '../parts/html.ts';

/** The name of the registry. */
export const NAME = html`<!--site:name-->`;
/** The mark in the header. */
export const MARK = html`<!--site:mark-->`;
/** Links to the style sheet and to icons. */
export const FILES = html`<!--site:files-->`;
/** Links in the footer. */
export const LINKS = html`<!--site:links-->`;

/** What search engines and previews read. */
export interface HeadFacts {
  /** The path of the page that has the same content; empty for the page itself. */
  readonly canonical: string;
  /** The path of a picture of 1200 by 630 pixels; empty for none. */
  readonly picture: string;
  readonly isIndexed: boolean;
}

/** The slot with these facts. */
export function headSlot({ canonical, picture, isIndexed }: HeadFacts): Html {
  return html`<!--site:head canonical="${canonical}" picture="${picture}" robots="${isIndexed ? '' : 'noindex'}"-->`;
}

/** That slot, with what is in it: escaped texts. */
export const HEAD = /<!--site:head canonical="([^"]*)" picture="([^"]*)" robots="([^"]*)"-->/;
