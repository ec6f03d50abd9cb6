// The colours of kinds in pictures without a style sheet, for light and dark backgrounds.
import { colourOf } from '../parts/atom/kinds.ts';

const MIDTONES = [
  '#4f8fd0',
  '#c07f35',
  '#d65a4e',
  '#45a274',
  '#9a79cc',
  '#2f9fac',
  '#c4679f',
  '#8f9f33',
  '#7e90a1',
  '#b07a60',
] as const;

/** The colour of a kind, as `#rrggbb`. */
export function midtoneOf(kind: string): string {
  return MIDTONES[colourOf(kind)] ?? MIDTONES[0];
}
