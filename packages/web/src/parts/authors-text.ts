// Attributes of an element with a line of an author's text: its direction, and its language as far as its letters tell.
import { type Html, html } from './html.ts';
import { hasRightToLeft, languageOf } from './markdown/languages.ts';

/** Letters of the beginning tell. In characters. */
const JUDGED_LENGTH = 1000;

/** The attributes, with a space in front; none for most texts, which run like the page. */
export function ofText(text: string): Html {
  const judged = text.slice(0, JUDGED_LENGTH);
  const language = languageOf(judged);
  return html`${hasRightToLeft(judged) && html` dir="auto"`}${language !== undefined && html` lang="${language}"`}`;
}
