// Links that authors name, to other sites: neither followed by search engines nor told where a reader comes from.
import { type Html, html } from './html.ts';

/** A link to another site. @param url - an https address */
export function outsideLink(url: string, text: Html | string = shortUrl(url)): Html {
  return html`<a href="${url}" rel="nofollow noopener noreferrer">${text}</a>`;
}

const MAX_LENGTH = 60;

/** An address as people write it: without scheme and final slash, cut in the middle of a long path. */
function shortUrl(url: string): string {
  const short = url.replace(/^https:\/\//, '').replace(/\/$/, '');
  return short.length <= MAX_LENGTH ? short : `${short.slice(0, MAX_LENGTH - 1)}…`;
}
