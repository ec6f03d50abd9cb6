// The look of kinds of atoms: a colour and a shape each, next to the name.
import { countOf } from '../amounts.ts';
import { type Html, html } from '../html.ts';
import { SHAPE_COUNT, shapePath } from './shapes.ts';

/**
 * The kinds with a colour of their own; others get one derived from their name. The midtone is for pictures without a style
 * sheet, on light and dark backgrounds.
 */
const COLOURS: readonly (readonly [kind: string, midtone: string])[] = [
  ['rule', '#4f8fd0'],
  ['principle', '#c07f35'],
  ['anti-pattern', '#d65a4e'],
  ['pattern', '#45a274'],
  ['fact', '#9a79cc'],
  ['concept', '#2f9fac'],
  ['example', '#c4679f'],
  ['procedure', '#8f9f33'],
  ['reference', '#7e90a1'],
  ['heuristic', '#b07a60'],
];

/** A number for the class `k0` to `k9`, the same wherever the kind appears. */
export function colourOf(kind: string): number {
  const own = COLOURS.findIndex(([known]) => known === kind);
  return own === -1 ? hashOf(kind) % COLOURS.length : own;
}

/** The colour of a kind in pictures without a style sheet, as `#rrggbb`. */
export function midtoneOf(kind: string): string {
  return COLOURS[colourOf(kind)]?.[1] ?? '';
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
