// The visible part of the picture, as its viewBox.
import { placeOf } from './graph-picture.js';

/** @typedef {import('./graph-picture.js').Point} Point */
/** @typedef {ReturnType<typeof createView>} View */

/** Height of names on the screen, in pixels. */
const NAME_PX = 13;
/** The smallest width that a zoom shows, in units of the picture. */
const MIN_WIDTH = 120;
const MIN_SHOWN = 620;

/**
 * @param {HTMLElement} frame
 * @param {SVGSVGElement} svg
 */
export function createView(frame, svg) {
  const [, , wholeWidth = 1, wholeHeight = 1] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const whole = { x: 0, y: 0, width: wholeWidth, height: wholeHeight };
  const fontSize = Number(svg.getAttribute('font-size'));
  let box = whole;

  /** @param {typeof whole} next */
  function set(next) {
    box = next;
    svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    fitNames();
  }

  /**
   * With few names, their size is the most readable one. The names of all atoms appear when there is room.
   */
  function fitNames() {
    const own = NAME_PX / unit();
    const isFew = frame.classList.contains('few');
    svg.setAttribute('font-size', String(isFew ? own : Math.min(fontSize, own)));
    frame.classList.toggle('near', own < fontSize * 0.6);
  }

  /** Pixels per unit of the picture. */
  function unit() {
    const { width, height } = svg.getBoundingClientRect();
    return Math.min(width / box.width, height / box.height);
  }

  /** A point of the screen in units of the picture. @param {Point} point */
  function inPicture({ x, y }) {
    const bounds = svg.getBoundingClientRect();
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
    const width = Math.min(Math.max(box.width * factor, MIN_WIDTH), whole.width * 1.5);
    const by = width / box.width;
    set({
      x: around.x - (around.x - box.x) * by,
      y: around.y - (around.y - box.y) * by,
      width,
      height: box.height * by,
    });
  }

  return {
    zoom,
    fitNames,
    inPicture,
    /**
     * @param {number} dx - in pixels
     * @param {number} dy - in pixels
     */
    move(dx, dy) {
      const scale = unit();
      set({ ...box, x: box.x - dx / scale, y: box.y - dy / scale });
    },
    showAll: () => set(whole),
    /** Shows these atoms and what is around them. @param {SVGAElement[]} atoms - at least one */
    show(atoms) {
      const places = atoms.map(placeOf);
      const [left, right] = endsOf(places.map(({ x }) => x));
      const [top, bottom] = endsOf(places.map(({ y }) => y));
      const least = Math.min(whole.width, MIN_SHOWN);
      const width = Math.max(right - left + 260, least);
      const height = Math.max(bottom - top + 200, (least * whole.height) / whole.width);
      set({ x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height });
    },
  };
}

/**
 * @param {number[]} values
 * @returns {[least: number, most: number]}
 */
function endsOf(values) {
  return [Math.min(...values), Math.max(...values)];
}
