// The keyboard in a picture: arrows go to the next atom in a direction, + and − zoom.

/** @typedef {import('./graph-picture.js').Point} Point */

/** @type {Record<string, Point>} */
const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How much more a step to the side counts than one ahead. */
const ASIDE = 2.5;

/**
 * @param {SVGSVGElement} svg
 * @param {import('./graph-view.js').View} view
 * @param {(direction: Point) => void} onMove
 * @param {() => void} onEnter
 */
export function listenToKeys(svg, view, onMove, onEnter) {
  svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined) onMove(direction);
    else if (event.key === '+' || event.key === '=') view.zoom(0.7);
    else if (event.key === '-') view.zoom(1 / 0.7);
    // A link in the picture handles the key itself.
    else if (event.key === 'Enter' && event.target === svg) onEnter();
    else return;
    event.preventDefault();
  });
}

/**
 * The nearest place in a direction; −1 if there is none.
 * @param {Point[]} places
 * @param {Point} from
 * @param {Point} direction
 * @param {(index: number) => boolean} isShown
 */
export function findNext(places, from, direction, isShown) {
  let [best, bestDistance] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, { x, y }] of places.entries()) {
    const ahead = (x - from.x) * direction.x + (y - from.y) * direction.y;
    if (ahead <= 0 || !isShown(index)) continue;
    const aside = Math.abs((x - from.x) * direction.y) + Math.abs((y - from.y) * direction.x);
    const distance = ahead + aside * ASIDE;
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  }
  return best;
}
