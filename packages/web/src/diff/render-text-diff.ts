// Compared texts as HTML: what was there above what is there now, with marks on the words that differ.
import { countOf } from '../parts/amounts.ts';
import { type Html, html } from '../parts/html.ts';
import { diffText, type TextPart } from './diff-text.ts';
import type { Piece } from './diff-words.ts';

/** What may still be put on a page, in characters of compared texts. */
export interface LengthBudget {
  left: number;
}

/** Longer texts are not compared, in characters. */
const MAX_LENGTH = 200_000;
/** A value up to this length stands next to its successor, in characters and spaces. */
const MAX_INLINE = 40;
const MAX_INLINE_SPACES = 2;

/** The differences of two texts. An empty one does not exist. */
export function renderTextDiff(before: string, after: string, budget: LengthBudget): Html {
  if (before.length + after.length > MAX_LENGTH || budget.left <= 0)
    return html`<p class="faint">This changed; it is too long to be compared here.</p>`;
  if (isInline(before) && isInline(after)) return renderInline(before, after, budget);
  // A text that is new, or gone, as a whole.
  const whole = [{ text: before + after, isChanged: false }];
  const parts: TextPart[] =
    before === '' || after === ''
      ? [{ type: before === '' ? 'new' : 'old', pieces: whole }]
      : diffText(before, after);
  if (parts.length === 0) return html`<p class="faint">Only the ends of lines changed.</p>`;
  return html`<div class="texts">${parts.map((part) => renderPart(part, budget))}</div>`;
}

/** The lines of a list that only one side has. */
export function renderItemsDiff(before: string, after: string, budget: LengthBudget): Html {
  const linesOf = (text: string) => new Set(text.split('\n').filter((line) => line !== ''));
  const [old, young] = [linesOf(before), linesOf(after)];
  budget.left -= before.length + after.length;
  return html`<p class="items">${[...old.difference(young)].map((item) => html`<del dir="auto">${item}</del> `)}${[...young.difference(old)].map((item) => html`<ins dir="auto">${item}</ins> `)}</p>`;
}

function isInline(text: string): boolean {
  return text.length <= MAX_INLINE && !text.includes('\n') && text.split(' ').length - 1 <= MAX_INLINE_SPACES;
}

function renderInline(before: string, after: string, budget: LengthBudget): Html {
  budget.left -= before.length + after.length;
  return html`<p class="items">${before !== '' && html`<del dir="auto">${before}</del> `}${after !== '' && html`<ins dir="auto">${after}</ins>`}</p>`;
}

function renderPart(part: TextPart, budget: LengthBudget): Html {
  if (part.type === 'gap')
    return html`<p class="gap"><span aria-hidden="true">⋯ </span>${countOf(part.lines, 'line')} as before</p>`;
  const pieces = part.type === 'same' ? [{ text: part.text, isChanged: false }] : part.pieces;
  const shown = cutPieces(pieces, budget);
  if (part.type === 'same') return html`<p dir="auto">${shown.map(({ text }) => html`${text}`)}</p>`;
  const isOld = part.type === 'old';
  const lead = html`<span class="sign" aria-hidden="true">${isOld ? '−' : '+'}</span><span class="unseen">${isOld ? 'Before: ' : 'Now: '}</span>`;
  // A text that is new as a whole needs no marks of words.
  const isWhole = shown.length === 1;
  return html`<p class="${isOld ? 'minus' : 'plus'}" dir="auto">${lead}${shown.map(({ text, isChanged }) => (isChanged && !isWhole ? mark(text, isOld) : html`${text}`))}</p>`;
}

function mark(text: string, isOld: boolean): Html {
  // A line through spaces would look like a dash.
  const look = text.trim() === '' && html` class="spaces"`;
  return isOld ? html`<del${look}>${text}</del>` : html`<ins${look}>${text}</ins>`;
}

function cutPieces(pieces: readonly Piece[], budget: LengthBudget): Piece[] {
  const shown: Piece[] = [];
  for (const piece of pieces) {
    if (budget.left <= 0) {
      shown.push({ text: ' …', isChanged: false });
      break;
    }
    shown.push({ ...piece, text: piece.text.slice(0, budget.left).toWellFormed() });
    budget.left -= piece.text.length;
  }
  return shown;
}
