// The names that a view could show, and where.

/** @typedef {import('./graph-names.js').Named} Named */
/** @typedef {import('./graph-picture.js').Picture} Picture */
/** @typedef {import('./graph-view.js').View} View */

/** Space between a shape and its name, in pixels. */
const SPACE = 3;
/** A name of a line is in the middle of the line: half of its height. */
const HALF_LINE = 9;

/**
 * The names of atoms in the view.
 * @param {Picture} picture
 * @param {View} view
 * @param {number[]} order - the most important first
 * @param {number} chosen
 * @returns {Named[]}
 */
export function nameAtoms({ atoms }, view, order, chosen) {
  const [{ width, height }, unit] = [view.size(), view.unit()];
  return order.flatMap((index) => {
    const atom = atoms[index];
    if (atom === undefined) return [];
    const at = view.onScreen(atom);
    if (at.x < 0 || at.y < 0 || at.x > width || at.y > height) return [];
    const className = index === chosen ? 'picked' : '';
    return [{ key: String(index), text: atom.title, at, r: atom.r * unit + SPACE, className }];
  });
}

/**
 * The verbs of lines.
 * @param {Picture} picture
 * @param {View} view
 * @param {import('./graph-picture.js').Line[]} lines
 * @returns {Named[]}
 */
export function nameLines({ atoms, verbs }, view, lines) {
  return lines.flatMap(({ from, to, verbs: numbers }) => {
    const [a, b] = [atoms[from], atoms[to]];
    if (a === undefined || b === undefined) return [];
    const at = view.onScreen({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const text = numbers.map((number) => verbs[number]).join(', ');
    return [{ key: `${from}-${to}`, text, at, r: -HALF_LINE, className: 'said' }];
  });
}

/**
 * The boxes around shapes in the view.
 * @param {import('./graph-picture.js').Atom[]} atoms
 * @param {View} view
 * @returns {import('./graph-names.js').Box[]}
 */
export function boxesOf(atoms, view) {
  const [{ width, height }, unit] = [view.size(), view.unit()];
  return atoms.flatMap((atom) => {
    const { x, y } = view.onScreen(atom);
    const r = atom.r * unit;
    const isAway = x < 0 || y < 0 || x > width || y > height;
    return isAway ? [] : [{ left: x - r, top: y - r, width: 2 * r, height: 2 * r }];
  });
}
