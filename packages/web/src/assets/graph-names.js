// The names in a picture: text of the page above the picture, so that they keep their size during a zoom.
// They are placed again for each view, the most important first, and none lies on another.

/** @typedef {import('./graph-picture.js').Point} Point */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/**
 * Something with a name: `r` is the distance between its middle and its name, in pixels.
 * @typedef {{ key: string, text: string, at: Point, r: number, className: string }} Named
 */

/** Names at most. */
const MAX_NAMES = 150;
/** Names that are measured together: reading a size makes the browser lay out the page. */
const CHUNK = 60;
/** Space between names, in pixels. */
const GAP = 3;
/** No name is smaller, in pixels. */
const LEAST_SIZE = { width: 24, height: 15 };
const CELL = 96;

/** @param {HTMLElement} frame */
export function createNames(frame) {
  const layer = document.createElement('div');
  layer.className = 'names';
  // The list and the card say the same.
  layer.setAttribute('aria-hidden', 'true');
  frame.append(layer);
  /** @type {Map<string, { span: HTMLElement, width: number, height: number }>} */
  const known = new Map();
  /** @type {Set<HTMLElement>} */
  let shown = new Set();
  /** @type {{ key: string, box: Box }[]} */
  let boxes = [];

  /** @param {Named[]} all */
  function measure(all) {
    const added = all
      .filter((named) => !known.has(idOf(named)))
      .map((named) => {
        const span = document.createElement('span');
        span.textContent = named.text;
        span.dir = 'auto';
        span.className = named.className;
        layer.append(span);
        return { id: idOf(named), span };
      });
    const range = document.createRange();
    const widths = added.map(({ span }) => {
      // A text in several lines is often narrower than its element.
      range.selectNodeContents(span);
      return Math.ceil(range.getBoundingClientRect().width) + 1;
    });
    for (const [index, { span }] of added.entries()) span.style.width = `${widths[index]}px`;
    const heights = added.map(({ span }) => span.offsetHeight);
    for (const [index, { id, span }] of added.entries()) {
      known.set(id, { span, width: widths[index] ?? 0, height: heights[index] ?? 0 });
      span.hidden = true;
    }
  }

  return {
    /**
     * Shows as many of these names as there is room for.
     * @param {Named[]} wanted - the most important first
     * @param {Box[]} shapes - a name lies on one only if there is no room elsewhere
     * @param {{ width: number, height: number }} size - of the frame
     */
    place(wanted, shapes, size) {
      const taken = createGrid(size);
      const covered = createGrid(size);
      for (const shape of shapes) covered.add(shape);
      boxes = [];
      /** @type {Set<HTMLElement>} */
      const next = new Set();
      for (let start = 0; start < wanted.length && next.size < MAX_NAMES; start += CHUNK) {
        const chunk = wanted
          .slice(start, start + CHUNK)
          .filter((named) => findRoom(named, LEAST_SIZE, [taken]) !== undefined);
        measure(chunk);
        for (const named of chunk) {
          const name = known.get(idOf(named));
          const box = name && (findRoom(named, name, [taken, covered]) ?? findRoom(named, name, [taken]));
          if (name === undefined || box === undefined) continue;
          taken.add(box);
          boxes.push({ key: named.key, box });
          next.add(name.span);
          name.span.style.transform = `translate(${Math.round(box.left)}px, ${Math.round(box.top)}px)`;
          name.span.hidden = false;
        }
      }
      for (const span of shown) if (!next.has(span)) span.hidden = true;
      shown = next;
    },
    /** The key of the name at a point of the frame. @param {Point} point */
    at({ x, y }) {
      return boxes.find(
        ({ box: { left, top, width, height } }) =>
          x >= left && x <= left + width && y >= top && y <= top + height,
      )?.key;
    },
  };
}

/** A name has a size for each look. @param {Named} named */
function idOf({ key, className }) {
  return `${className} ${key}`;
}

/**
 * A place around the point where no other name is: below or above, next to it, or at a corner.
 * @param {Named} named
 * @param {{ width: number, height: number }} size
 * @param {ReturnType<typeof createGrid>[]} grids
 * @returns {Box | undefined}
 */
function findRoom({ at: { x, y }, r }, { width, height }, grids) {
  const [middle, half] = [x - width / 2, y - height / 2];
  const places = [
    [middle, y + r],
    [middle, y - r - height],
    [x + r + 2, half],
    [x - r - 2 - width, half],
    [x - r, y + r],
    [x + r - width, y + r],
    [x - r, y - r - height],
    [x + r - width, y - r - height],
  ];
  for (const [left = 0, top = 0] of places) {
    const box = { left, top, width, height };
    if (grids.every((grid) => grid.isFree(box))) return box;
  }
  return undefined;
}

/**
 * Remembers boxes by the squares that they touch.
 * @param {{ width: number, height: number }} size - boxes outside of it find no room
 */
function createGrid(size) {
  /** @type {Map<number, Box[]>} */
  const cells = new Map();
  /** @param {Box} box */
  function cellsOf({ left, top, width, height }) {
    const keys = [];
    for (let column = Math.floor(left / CELL); column <= (left + width) / CELL; column += 1) {
      for (let row = Math.floor(top / CELL); row <= (top + height) / CELL; row += 1)
        keys.push(row * 1000 + column);
    }
    return keys;
  }
  return {
    /** @param {Box} box */
    isFree(box) {
      const { left, top, width, height } = box;
      if (left < 2 || top < 2 || left + width > size.width - 2 || top + height > size.height - 2)
        return false;
      return !cellsOf(box).some((key) => cells.get(key)?.some((other) => areNear(box, other)));
    },
    /** @param {Box} box */
    add(box) {
      for (const key of cellsOf(box)) {
        const cell = cells.get(key);
        if (cell === undefined) cells.set(key, [box]);
        else cell.push(box);
      }
    },
  };
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function areNear(a, b) {
  return (
    a.left < b.left + b.width + GAP &&
    b.left < a.left + a.width + GAP &&
    a.top < b.top + b.height + GAP &&
    b.top < a.top + a.height + GAP
  );
}
