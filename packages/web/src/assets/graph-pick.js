// Finds the atom that a click or a tap means.
import { distance } from './graph-gestures.js';

/** A finger chooses the nearest atom within this distance, in pixels. */
const TAP_PX = 24;

/**
 * The atom at a point of the screen: its shape, its name, or the nearest; −1 if none is near.
 * @param {MouseEvent} event
 * @param {import('./graph-picture.js').Picture} picture
 * @param {import('./graph-view.js').View} view
 * @param {(index: number) => boolean} isShown
 * @param {(point: import('./graph-picture.js').Point) => string | undefined} nameAt - the key of a name
 */
export function findAtom(event, { svg, atoms }, view, isShown, nameAt) {
  const { left, top } = svg.getBoundingClientRect();
  const point = { x: event.clientX - left, y: event.clientY - top };
  let [nearest, away] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, atom] of atoms.entries()) {
    if (!isShown(index)) continue;
    const length = distance(view.onScreen(atom), point);
    if (length < away) [nearest, away] = [index, length];
  }
  const radius = (atoms[nearest]?.r ?? 0) * view.unit();
  if (away <= radius) return nearest;
  // Names of lines have keys that are no numbers.
  const named = Number(nameAt(point) ?? Number.NaN);
  if (!Number.isNaN(named)) return named;
  return away <= Math.max(TAP_PX, radius) ? nearest : -1;
}
