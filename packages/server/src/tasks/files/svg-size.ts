// Recognises SVG pictures, and reads their sizes.

/** In pixels. */
export type Size = readonly [width: number, height: number];

/** What browsers give an SVG that states no size. */
const DEFAULT_SIZE: Size = [300, 150];
/** A larger SVG is shown as it is, but not as wide: it has no pixels. */
const MAX_SVG_SIDE = 2000;

/**
 * The size of an SVG. One that declares entities is none: a few hundred of them can stand for gigabytes.
 */
export function findSvgSize(bytes: Buffer): Size | undefined {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  let at = skipSpace(text, 0);
  for (let end = findPrologEnd(text, at); end !== undefined; end = findPrologEnd(text, at)) {
    if (end === -1) return undefined;
    at = skipSpace(text, end);
  }
  const close = text.indexOf('>', at);
  const root = text.slice(at, close);
  if (close === -1 || !/^<svg[\s/]/.test(`${root} `)) return undefined;
  const number = (name: string): number =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]{1,12})(?:px)?\\s*["']`).exec(root)?.[1]);
  const box =
    /\sviewBox\s*=\s*["']([^"']{1,100})["']/
      .exec(root)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? [];
  return toSize(number('width'), number('height')) ?? toSize(Number(box[2]), Number(box[3])) ?? DEFAULT_SIZE;
}

/** Where a declaration, comment or document type ends; -1 if nothing safe follows, undefined if there is none. */
function findPrologEnd(text: string, at: number): number | undefined {
  const endOf = (mark: string): number => {
    const found = text.indexOf(mark, at);
    return found === -1 ? -1 : found + mark.length;
  };
  if (text.startsWith('<?', at)) return endOf('?>');
  if (text.startsWith('<!--', at)) return endOf('-->');
  if (!text.startsWith('<!DOCTYPE', at)) return undefined;
  const end = endOf('>');
  return text.slice(at, end).includes('[') ? -1 : end;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

function toSize(width: number, height: number): Size | undefined {
  if (!(width > 0 && height > 0)) return undefined;
  const factor = Math.min(1, MAX_SVG_SIDE / Math.max(width, height));
  return [Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor))];
}
