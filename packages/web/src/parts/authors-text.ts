// Attributes of an element with a line of an author's text: its direction, and its language as far as its letters tell.
import { type Html, html } from './html.ts';
import { languageOf } from './markdown/languages.ts';

/** Letters of the beginning tell. In characters. */
const JUDGED_LENGTH = 1000;

/** The attributes, with a space in front. */
export function ofText(text: string): Html {
  const language = languageOf(text.slice(0, JUDGED_LENGTH));
  return html` dir="auto"${language !== undefined && html` lang="${language}"`}`;
}
