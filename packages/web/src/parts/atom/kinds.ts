// The look of kinds of atoms: a colour and a shape each, next to the name.
import { countOf } from '../amounts.ts';
import { type Html, html } from '../html.ts';
import { SHAPE_COUNT, shapePath } from './shapes.ts';

/** Colours of frequent kinds; others get one derived from their name. */
const COLOURS: Readonly<Record<string, number>> = {
  rule: 0,
  principle: 1,
  'anti-pattern': 2,
  pattern: 3,
  fact: 4,
  concept: 5,
  example: 6,
  procedure: 7,
  reference: 8,
  heuristic: 9,
};
const COLOUR_COUNT = 10;

/** A number for the class `k0` to `k9`, the same wherever the kind appears. */
export function colourOf(kind: string): number {
  const own = Object.hasOwn(COLOURS, kind) ? COLOURS[kind] : undefined;
  return own ?? hashOf(kind) % COLOUR_COUNT;
}

/** The shape of a kind, for {@link shapePath}. */
export function shapeOf(kind: string): number {
  return colourOf(kind) % SHAPE_COUNT;
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  return hash >>> 0;
}

/** The name of a kind with its mark. */
export function renderKind(kind: string): Html {
  return html`<span class="kind k${colourOf(kind)}">${renderMark(kind)}${kind}</span>`;
}

/** The mark alone, next to the name. */
export function renderMark(kind: string): Html {
  return html`<svg viewBox="-8 -8 16 16" aria-hidden="true"><path d="${shapePath(shapeOf(kind))}"/></svg>`;
}

/** As in `3 rules`. */
export function countOfKind(amount: number, kind: string): string {
  return countOf(amount, kind, /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`);
}
