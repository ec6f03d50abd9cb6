// The shapes of kinds, as paths. All commands after the first are relative, so that many shapes of a size
// compress well, and each begins with the only `M` of it, so that a script can take a path apart.

/** Corners around (0, 0), about 12 wide, as in `points` of SVG. The first shape is a circle. */
const CORNERS = [
  '',
  '-5.3,-5.3 5.3,-5.3 5.3,5.3 -5.3,5.3',
  '0,-7.5 7.5,0 0,7.5 -7.5,0',
  '0,-7 6.8,5 -6.8,5',
  '-3.5,-6.1 3.5,-6.1 7,0 3.5,6.1 -3.5,6.1 -7,0',
].map((points) => Array.from(points.matchAll(/(\S+),(\S+)/g), ([, x, y]) => [Number(x), Number(y)] as const));
const RADIUS = 6;

export const SHAPE_COUNT = CORNERS.length;

/** A coordinate with one decimal. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** The path of a shape, with its middle at a point. @param shape - below {@link SHAPE_COUNT} */
export function shapePath(shape: number, x = 0, y = 0, scale = 1): string {
  const [first, ...others] = CORNERS[shape] ?? [];
  if (first === undefined) {
    const [radius, width] = [n(RADIUS * scale), n(2 * RADIUS * scale)];
    const half = `a${radius} ${radius} 0 1 0`;
    return `M${n(x - RADIUS * scale)} ${n(y)}${half} ${width} 0${half}-${width} 0z`;
  }
  let [lastX, lastY] = first;
  const steps = others.map(([nextX, nextY]) => {
    const step = `${n((nextX - lastX) * scale)} ${n((nextY - lastY) * scale)}`;
    [lastX, lastY] = [nextX, nextY];
    return step;
  });
  return `M${n(x + first[0] * scale)} ${n(y + first[1] * scale)}l${steps.join(' ')}z`;
}
