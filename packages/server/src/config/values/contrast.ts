// Contrast of colours with the backgrounds of the pages (WCAG 2.2, success criterion 1.4.3).

export type Theme = 'light' | 'dark';

/** The least contrast of texts with their background. */
export const MIN_CONTRAST = 4.5;

/** The backgrounds on which links are, as in the style sheet: `--paper`, `--card`, `--sunk`, and those of notes. */
const BACKGROUNDS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#faf8f3', '#fffefb', '#f2eee5', '#f6ecd2', '#e2efe6', '#f8e4df'],
  dark: ['#15161a', '#1c1e23', '#101114', '#352b15', '#193226', '#3d1d1a'],
};

/** The background with which a colour has the least contrast. @param colour - as `#rrggbb` */
export function findLeastContrast(
  theme: Theme,
  colour: string,
): { readonly background: string; readonly ratio: number } {
  const all = BACKGROUNDS[theme].map((background) => ({ background, ratio: contrastOf(colour, background) }));
  return all.reduce((least, each) => (each.ratio < least.ratio ? each : least));
}

function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance, 0 to 1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
