// The script of the graph page: it joins the picture, the names, the card and the tools.
import { readAddress, writeAddress } from './graph-address.js';
import { createCard } from './graph-card.js';
import { followGestures } from './graph-gestures.js';
import { findNext, listenToKeys } from './graph-keys.js';
import { createNames } from './graph-names.js';
import { findAtom } from './graph-pick.js';
import { readPicture } from './graph-picture.js';
import { createShapes } from './graph-shapes.js';
import { createFilter, createSearch, listenToButtons, listenToFullScreen } from './graph-tools.js';
import { createView } from './graph-view.js';
import { boxesOf, nameAtoms, nameLines } from './graph-wanted.js';

/** Up to this number of atoms, each is a link that the keyboard reaches. */
const MAX_TABBED = 60;

const explorer = document.querySelector('[data-explorer]');
const frame = explorer?.querySelector('[data-graph]');
const svg = frame?.querySelector('svg');
const cardElement = explorer?.querySelector('[data-card]');
if (
  explorer instanceof HTMLElement &&
  frame instanceof HTMLElement &&
  svg instanceof SVGSVGElement &&
  cardElement instanceof HTMLElement
)
  start(explorer, frame, svg, cardElement);

/**
 * @param {HTMLElement} explorer
 * @param {HTMLElement} frame
 * @param {SVGSVGElement} svg
 * @param {HTMLElement} cardElement
 */
function start(explorer, frame, svg, cardElement) {
  const picture = readPicture(svg);
  const { atoms, near, verbs } = picture;
  const byDegree = [...atoms.keys()].sort((a, b) => (near[b]?.length ?? 0) - (near[a]?.length ?? 0));
  const shapes = createShapes(picture);
  const names = createNames(frame);
  const view = createView(svg, atoms, drawNames);
  const kinds = createFilter('kind', applyFilters);
  const edges = createFilter('verb', applyFilters);
  const card = createCard(cardElement, picture, {
    onFollow(index) {
      choose(index);
      view.show(atoms.slice(index, index + 1), freeShare());
    },
    onClose: chooseNone,
  });
  const search = createSearch(atoms, {
    onSearch(found) {
      hits = found;
      chosen = -1;
      card.element.hidden = true;
      light();
      if (found !== undefined && found.length > 0) view.show(found.flatMap((index) => atoms[index] ?? []));
      else view.showAll();
    },
    onChoose: choose,
  });
  let chosen = -1;
  let hovered = -1;
  /** @type {number[] | undefined} */
  let hits;
  /** @type {boolean[]} */
  let areShown = [];
  /** @type {Set<number>} */
  let hiddenVerbs = new Set();

  const isShown = (/** @type {number} */ index) => areShown[index] === true;
  /** @param {import('./graph-picture.js').Line} line */
  const isLineShown = ({ from, to, verbs: numbers }) =>
    isShown(from) && isShown(to) && numbers.some((number) => !hiddenVerbs.has(number));

  function applyFilters() {
    const off = kinds.off();
    areShown = atoms.map(({ kind }) => !off.has(kinds.switchOf(kind)));
    hiddenVerbs = new Set([...edges.off()].map(Number));
    shapes.filter(isShown, isLineShown);
    if (chosen !== -1 && !isShown(chosen)) chooseNone();
    else light();
  }

  /** The atoms that stand out, and the lines between them. */
  function findLit() {
    const between = (near[chosen] ?? []).filter(isLineShown);
    const lit =
      chosen === -1 ? hits : [...new Set([chosen, ...between.flatMap(({ from, to }) => [from, to])])];
    return { lit: lit?.filter(isShown), between };
  }

  function light() {
    const { lit, between } = findLit();
    shapes.light(lit, between, chosen);
    view.refresh();
    writeAddress({
      atom: atoms[chosen]?.id ?? '',
      find: search.text(),
      kinds: kinds.off(),
      verbs: new Set([...hiddenVerbs].map((number) => verbs[number] ?? '')),
    });
  }

  function drawNames() {
    const { lit, between } = findLit();
    const order = [...new Set([chosen, hovered, ...(lit ?? byDegree)])].filter(isShown);
    const wanted = [...nameAtoms(picture, view, order, chosen), ...nameLines(picture, view, between)];
    names.place(
      wanted,
      boxesOf(
        atoms.filter((_, index) => isShown(index)),
        view,
      ),
      view.size(),
    );
  }

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    light();
    card.show(index);
    uncover(index);
  }

  /** On a phone, the card covers the lower part of the picture: the share of the height above it. */
  function freeShare() {
    if (getComputedStyle(card.element).position !== 'absolute') return 1;
    const { top, height } = svg.getBoundingClientRect();
    return Math.max(card.element.getBoundingClientRect().top - top, 1) / (height || 1);
  }

  /** @param {number} index */
  function uncover(index) {
    const atom = atoms[index];
    const share = freeShare();
    if (atom === undefined || share === 1) return;
    const { y } = view.onScreen(atom);
    const top = share * view.size().height;
    if (y > top - 50) view.move(0, top / 2 - y);
  }

  function chooseNone() {
    if (chosen === -1) return light();
    // The keyboard focus returns from the card to the picture.
    if (card.element.contains(document.activeElement)) focusAtom(chosen);
    chosen = -1;
    card.element.hidden = true;
    light();
  }

  /** @param {number} index */
  function focusAtom(index) {
    const link = svg.querySelector(`a[data-atom="${index}"]:not([tabindex])`);
    (link instanceof SVGElement ? link : svg).focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  const find = (event) => findAtom(event, picture, view, isShown, names.at);

  followGestures(svg, view, () => explorer.classList.contains('full'));
  svg.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // A click by keyboard is on a link.
    const index = event.detail === 0 && link !== null ? Number(link.getAttribute('data-atom')) : find(event);
    event.preventDefault();
    if (index === -1) return chooseNone();
    if (index === chosen) location.href = atoms[index]?.href ?? '';
    else choose(index);
  });
  svg.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const index = find(event);
    if (index === hovered) return;
    hovered = index;
    svg.classList.toggle('over', index !== -1);
    view.refresh();
  });
  listenToKeys(
    svg,
    view,
    (direction) => {
      const focused = Number(document.activeElement?.getAttribute('data-atom') ?? chosen);
      const from = atoms[focused] ?? view.inPicture(middleOf(svg));
      const next = findNext(atoms, from, direction, isShown);
      if (next === -1) return;
      if (atoms.length <= MAX_TABBED) focusAtom(next);
      else choose(next);
      const at = view.onScreen(atoms[next] ?? from);
      const { width, height } = view.size();
      if (at.x < 20 || at.y < 20 || at.x > width - 20 || at.y > height - 20)
        view.move(width / 2 - at.x, height / 2 - at.y);
    },
    () => {
      if (chosen !== -1) location.href = atoms[chosen]?.href ?? '';
    },
  );
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    if (chosen === -1) explorer.classList.remove('full');
    chooseNone();
  });
  listenToButtons(explorer, view);
  listenToFullScreen(explorer);

  /** Takes over what the address says. */
  function follow() {
    const state = readAddress();
    if (state === undefined) return;
    kinds.set(state.kinds);
    edges.set(new Set([...state.verbs].map((verb) => String(verbs.indexOf(verb)))));
    search.set(state.find);
    chosen = -1;
    applyFilters();
    const wanted = atoms.findIndex(({ id }) => id === state.atom);
    if (wanted === -1) return;
    choose(wanted);
    if (state.find === '')
      view.show(
        (near[wanted] ?? [])
          .flatMap(({ from, to }) => [atoms[from] ?? [], atoms[to] ?? []].flat())
          .concat(atoms[wanted] ?? []),
        freeShare(),
      );
    explorer.scrollIntoView({ block: 'nearest' });
  }

  if (atoms.length > MAX_TABBED) {
    svg.setAttribute('tabindex', '0');
    svg.setAttribute('role', 'application');
    svg.setAttribute('aria-describedby', 'hint');
  }
  frame.classList.add('live');
  applyFilters();
  follow();
  window.addEventListener('hashchange', follow);
  performance.mark('graph');
}

/** @param {SVGSVGElement} svg */
function middleOf(svg) {
  const { left, top, width, height } = svg.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
