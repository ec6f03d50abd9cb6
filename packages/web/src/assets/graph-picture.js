// Reads a graph from its picture: the atoms, and the lines between them.

/** @typedef {{ path: SVGPathElement, from: number, to: number, verbs: string }} Line */
/** @typedef {{ atoms: SVGAElement[], lines: Line[] }} Picture */
/** @typedef {{ x: number, y: number }} Point */

/**
 * Lines refer to atoms by their position in the list.
 * @param {SVGSVGElement} svg
 * @returns {Picture}
 */
export function readPicture(svg) {
  const atoms = /** @type {SVGAElement[]} */ ([...svg.querySelectorAll('a.atom')]);
  const lines = /** @type {SVGPathElement[]} */ ([...svg.querySelectorAll('path[data-e]')]).map((path) => {
    const [from = 0, to = 0] = (path.dataset.e ?? '').split(' ').map(Number);
    return { path, from, to, verbs: path.dataset.v ?? '' };
  });
  return { atoms, lines };
}

/**
 * The name of an atom, without its scope.
 * @param {SVGAElement | undefined} atom
 */
export function nameOf(atom) {
  return (atom?.dataset.id ?? '').split('/')[1] ?? '';
}

/**
 * As in `rule @acme/rule-one: What it says`.
 * @param {SVGAElement} atom
 */
export function titleOf(atom) {
  return atom.querySelector('title')?.textContent ?? '';
}

/**
 * The position of an atom, in units of the picture.
 * @param {SVGAElement} atom
 * @returns {Point}
 */
export function placeOf(atom) {
  const { e: x, f: y } = atom.transform.baseVal.getItem(0).matrix;
  return { x, y };
}
