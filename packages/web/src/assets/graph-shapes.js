// Draws which atoms and lines are shown, and which of them stand out.

/** @typedef {import('./graph-picture.js').Picture} Picture */
/** @typedef {import('./graph-picture.js').Atom} Atom */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Picture} picture */
export function createShapes({ svg, atoms, lines }) {
  const base = { lines: svg.querySelector('.lines'), shapes: svg.querySelector('.shapes') };
  const lit = svg.insertBefore(document.createElementNS(SVG, 'g'), svg.querySelector('.texts'));
  lit.setAttribute('class', 'lit');
  const litLines = lit.appendChild(document.createElementNS(SVG, 'path'));
  litLines.setAttribute('class', 'lines');
  const litShapes = lit.appendChild(document.createElementNS(SVG, 'g'));
  litShapes.setAttribute('class', 'shapes');
  const ring = lit.appendChild(document.createElementNS(SVG, 'circle'));
  const links = [...svg.querySelectorAll('a')].filter((link) => link instanceof SVGAElement);

  return {
    /**
     * Draws the atoms and lines that the filters leave.
     * @param {(index: number) => boolean} isShown
     * @param {(line: import('./graph-picture.js').Line) => boolean} isLineShown
     */
    filter(isShown, isLineShown) {
      fill(
        base.shapes,
        atoms.filter((_, index) => isShown(index)),
      );
      base.lines?.setAttribute('d', join(lines.filter(isLineShown)));
      for (const link of links) link.classList.toggle('away', !isShown(Number(link.dataset.atom)));
    },
    /**
     * Fades all but these atoms and lines; without atoms, none.
     * @param {number[] | undefined} shown
     * @param {import('./graph-picture.js').Line[]} between
     * @param {number} chosen - gets a ring; −1 for none
     */
    light(shown, between, chosen) {
      svg.classList.toggle('choosing', shown !== undefined);
      litLines.setAttribute('d', join(between));
      fill(
        litShapes,
        (shown ?? []).flatMap((index) => atoms[index] ?? []),
      );
      const { x = 0, y = 0, r = 0 } = atoms[chosen] ?? {};
      ring.setAttribute('cx', String(x));
      ring.setAttribute('cy', String(y));
      ring.setAttribute('r', String(chosen === -1 ? 0 : r + 4));
    },
  };
}

/**
 * Replaces the paths of a group: one for each colour.
 * @param {Element | null} group
 * @param {Atom[]} shown
 */
function fill(group, shown) {
  const paths = [...Map.groupBy(shown, ({ look }) => look)].map(([look, ofLook]) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `k${look}`);
    path.setAttribute('d', join(ofLook));
    return path;
  });
  group?.replaceChildren(...paths);
}

/** @param {{ piece: string }[]} parts */
function join(parts) {
  return parts.map(({ piece }) => piece).join('');
}
