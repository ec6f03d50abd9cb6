// The visible part of the picture, as its viewBox.

/** @typedef {import('./graph-picture.js').Point} Point */
/** @typedef {ReturnType<typeof createView>} View */

/** The smallest width that a zoom shows, in units of the picture. */
const MIN_WIDTH = 160;
/** Pixels for a unit of the picture, at most, unless a reader zooms. */
const MAX_UNIT = 1.5;
/** Room for names around what is shown, in pixels; in a small frame, a share of it. */
const MARGIN = { x: 80, y: 45, share: 0.09 };

/**
 * @param {SVGSVGElement} svg
 * @param {Point[]} places - of all atoms; at least one
 * @param {() => void} onChange - called at most once for each frame of the screen
 */
export function createView(svg, places, onChange) {
  const whole = { ...boundsOf(places), free: 1 };
  /** What the reader wanted to see; until a move, it is fitted again when the size changes. */
  let wanted = /** @type {typeof whole | undefined} */ (whole);
  let box = boundsOf(places);
  let bounds = svg.getBoundingClientRect();
  let isWaiting = false;

  /** @param {typeof box} next */
  function set(next) {
    box = next;
    wanted = undefined;
    refresh();
  }

  /** The part of the picture that fills the frame, with this area in the middle of what is free. @param {typeof whole} area */
  function fit(area) {
    const { width } = bounds;
    const height = bounds.height * area.free;
    const scale = Math.min(
      MAX_UNIT,
      (width - 2 * Math.min(MARGIN.x, width * MARGIN.share)) / area.width,
      (height - 2 * Math.min(MARGIN.y, height * MARGIN.share)) / area.height,
    );
    const [across, down] = [(width || 1) / scale, (height || 1) / scale];
    return {
      ...{ x: area.x + (area.width - across) / 2, y: area.y + (area.height - down) / 2 },
      ...{ width: across, height: (bounds.height || 1) / scale },
    };
  }

  function refresh() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      bounds = svg.getBoundingClientRect();
      if (wanted !== undefined) box = fit(wanted);
      svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
      onChange();
    });
  }

  /** Pixels per unit of the picture. */
  const unit = () => Math.min(bounds.width / box.width, bounds.height / box.height) || 1;

  /** A point of the screen in units of the picture. @param {Point} point */
  function inPicture({ x, y }) {
    bounds = svg.getBoundingClientRect();
    const scale = unit();
    return {
      x: box.x + box.width / 2 + (x - bounds.left - bounds.width / 2) / scale,
      y: box.y + box.height / 2 + (y - bounds.top - bounds.height / 2) / scale,
    };
  }

  /**
   * @param {number} factor - below 1 zooms in
   * @param {Point} [around] - in the picture; by default its middle
   */
  function zoom(factor, around = { x: box.x + box.width / 2, y: box.y + box.height / 2 }) {
    const most = Math.max(fit(whole).width * 1.5, MIN_WIDTH);
    const width = Math.min(Math.max(box.width * factor, MIN_WIDTH), most);
    const by = width / box.width;
    set({
      x: around.x - (around.x - box.x) * by,
      y: around.y - (around.y - box.y) * by,
      width,
      height: box.height * by,
    });
  }

  new ResizeObserver(refresh).observe(svg);
  return {
    zoom,
    refresh,
    inPicture,
    unit,
    /** The size of the frame, in pixels. */
    size: () => ({ width: bounds.width, height: bounds.height }),
    /** A point of the picture in pixels of the frame. @param {Point} point */
    onScreen({ x, y }) {
      const scale = unit();
      return {
        x: bounds.width / 2 + (x - box.x - box.width / 2) * scale,
        y: bounds.height / 2 + (y - box.y - box.height / 2) * scale,
      };
    },
    /**
     * @param {number} dx - in pixels
     * @param {number} dy - in pixels
     */
    move(dx, dy) {
      const scale = unit();
      set({ ...box, x: box.x - dx / scale, y: box.y - dy / scale });
    },
    showAll() {
      wanted = whole;
      refresh();
    },
    /**
     * Shows these places and what is around them.
     * @param {Point[]} shown - at least one
     * @param {number} [free] - the share of the height, from above, that nothing covers
     */
    show(shown, free = 1) {
      wanted = { ...boundsOf(shown), free };
      refresh();
    },
  };
}

/**
 * The rectangle around some places.
 * @param {Point[]} places
 */
function boundsOf(places) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: Math.max(right - left, 1), height: Math.max(bottom - top, 1) };
}
