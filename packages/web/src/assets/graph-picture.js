// Reads a graph: the atoms from the list below the picture, the lines between them from the picture.

/**
 * An atom: its place in the picture, and what the list says about it. `look` is the number of its colour,
 * `piece` its part of the path of that colour.
 * @typedef {{ x: number, y: number, r: number, kind: string, look: string, piece: string, id: string,
 * title: string, about: string, href: string }} Atom
 */
/**
 * A line between two atoms, by their positions in the list; `verbs` are positions in the list of verbs.
 * @typedef {{ from: number, to: number, verbs: number[], piece: string }} Line
 */
/** @typedef {{ svg: SVGSVGElement, atoms: Atom[], lines: Line[], verbs: string[], near: Line[][] }} Picture */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {SVGSVGElement} svg
 * @returns {Picture}
 */
export function readPicture(svg) {
  const path = svg.querySelector('.lines');
  const pieces = piecesOf(path);
  const lines = (path?.getAttribute('data-lines') ?? '')
    .split(';')
    .filter(Boolean)
    .map((text, index) => {
      const [from = 0, to = 0, ...verbs] = text.split(' ').map(Number);
      return { from, to, verbs, piece: pieces[index] ?? '' };
    });
  const atoms = readAtoms(svg);
  /** @type {Line[][]} */
  const near = atoms.map(() => []);
  for (const line of lines) {
    near[line.from]?.push(line);
    near[line.to]?.push(line);
  }
  return { svg, atoms, lines, near, verbs: (path?.getAttribute('data-verbs') ?? '').split('\n') };
}

/**
 * @param {SVGSVGElement} svg
 * @returns {Atom[]}
 */
function readAtoms(svg) {
  /** @type {Map<string, string[]>} */
  const shapes = new Map();
  for (const path of svg.querySelectorAll('.shapes path'))
    shapes.set(path.getAttribute('class')?.slice(1) ?? '', piecesOf(path).reverse());
  return [...document.querySelectorAll('#list li[data-at]')].map((item) => {
    const [x = 0, y = 0, r = 0] = (item.getAttribute('data-at') ?? '').split(' ').map(Number);
    const { kind = '', look = '' } = item.closest('details')?.dataset ?? {};
    const [link, about] = item.children;
    const href = link?.getAttribute('href') ?? '';
    return {
      x,
      y,
      r,
      kind,
      look,
      piece: shapes.get(look)?.pop() ?? '',
      // The last one: a Prime may be named `atom`.
      id: href.slice(href.lastIndexOf('/atom/') + 6),
      title: link?.textContent ?? '',
      about: about?.textContent ?? '',
      href,
    };
  });
}

/** @param {Element | null} path */
function piecesOf(path) {
  return (path?.getAttribute('d') ?? '')
    .split('M')
    .slice(1)
    .map((piece) => `M${piece}`);
}
