// Places in the frame of a page that only the server fills, when it sends the page: pages are made, cached and handed between
// threads without knowing whose registry it is. Escaped texts cannot contain a slot.
import { type Html, html } from '../parts/html.ts';

export const NAME = html`<!--site:name-->`;
export const MARK = html`<!--site:mark-->`;
/** Links to the style sheet and to icons. */
export const FILES = html`<!--site:files-->`;
export const LINKS = html`<!--site:links-->`;

/** What search engines and previews read; the paths may be empty. */
export function headSlot(canonical: string, picture: string, isIndexed: boolean): Html {
  return html`<!--site:head canonical="${canonical}" picture="${picture}" robots="${isIndexed ? '' : 'noindex'}"-->`;
}

/** That slot, with what is in it: escaped texts. */
export const HEAD = /<!--site:head canonical="([^"]*)" picture="([^"]*)" robots="([^"]*)"-->/;
