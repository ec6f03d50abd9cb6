// Moves and zooms a picture with a mouse or fingers.

/** @typedef {import('./graph-picture.js').Point} Point */

/** A pointer that moves less than this makes a click, in pixels. */
const CLICK_PX = 5;

/**
 * @param {SVGSVGElement} svg
 * @param {import('./graph-view.js').View} view
 * @param {() => boolean} isAlone - whether the picture fills the screen, so that nothing else scrolls
 */
export function followGestures(svg, view, isAlone) {
  /** @type {Map<number, Point>} */
  const pointers = new Map();
  let movedBy = 0;

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) movedBy = 0;
    pointers.set(event.pointerId, pointOf(event));
  });
  window.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    movedBy += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (movedBy < CLICK_PX) return;
    if (other !== undefined) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      view.zoom(distance(before, other) / distance(now, other), view.inPicture(middle));
    }
    // One finger scrolls the page.
    if (event.pointerType !== 'touch' || other !== undefined || isAlone())
      view.move(now.x - before.x, now.y - before.y);
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    window.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  svg.addEventListener('click', (event) => {
    // The end of a move is not a click; a click by keyboard, which has no detail, always is.
    if (event.detail === 0 || movedBy < CLICK_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  svg.addEventListener('dragstart', (event) => event.preventDefault());
  svg.addEventListener(
    'wheel',
    (event) => {
      // Without the key, the wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey && !isAlone()) return;
      event.preventDefault();
      view.zoom(
        Math.exp(event.deltaY * (event.deltaMode === 0 ? 0.004 : 0.06)),
        view.inPicture(pointOf(event)),
      );
    },
    { passive: false },
  );
}

/**
 * @param {MouseEvent} event
 * @returns {Point}
 */
function pointOf({ clientX, clientY }) {
  return { x: clientX, y: clientY };
}

/**
 * @param {Point} a
 * @param {Point} b
 */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y) || 1;
}
