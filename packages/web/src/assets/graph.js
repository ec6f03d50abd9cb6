// The script of the graph page: move and zoom, neighbours of an atom, kinds, and search. It reads everything
// from the picture.
import { createCard } from './graph-card.js';
import { followGestures } from './graph-gestures.js';
import { readPicture } from './graph-picture.js';
import { listenToKinds, listenToSearch, listenToZoom } from './graph-tools.js';
import { createView } from './graph-view.js';

/** If more atoms are selected, their names would overlap and are not all shown. */
const MAX_NAMED = 24;

const frame = document.querySelector('[data-graph]');
const svg = frame?.querySelector('svg');
if (frame instanceof HTMLElement && svg instanceof SVGSVGElement) start(frame, svg);

/**
 * @param {HTMLElement} frame
 * @param {SVGSVGElement} svg
 */
function start(frame, svg) {
  const picture = readPicture(svg);
  const { atoms, lines } = picture;
  const view = createView(frame, svg);
  const card = createCard(frame, picture, {
    onFollow(index) {
      choose(index);
      view.show(atoms.slice(index, index + 1));
    },
    onClose: chooseNone,
  });
  let chosen = -1;

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    const near = new Set([index]);
    for (const { path, from, to } of lines) {
      const isNear = from === index || to === index;
      path.classList.toggle('lit', isNear);
      if (isNear) near.add(from).add(to);
    }
    for (const [other, atom] of atoms.entries()) atom.classList.toggle('chosen', other === index);
    light(atoms.filter((_, other) => near.has(other)));
    card.show(index);
    uncover(index);
  }

  /** Fades all other atoms; with undefined, none. @param {SVGAElement[] | undefined} lit */
  function light(lit) {
    frame.classList.toggle('choosing', lit !== undefined);
    frame.classList.toggle('few', lit !== undefined && lit.length <= MAX_NAMED);
    const set = new Set(lit);
    for (const atom of atoms) atom.classList.toggle('lit', set.has(atom));
    view.fitNames();
  }

  /** Moves the atom out from under the card. @param {number} index */
  function uncover(index) {
    const place = atoms[index]?.getBoundingClientRect();
    const cover = card.element.getBoundingClientRect();
    const isOver = getComputedStyle(card.element).position === 'absolute';
    if (isOver && place !== undefined && place.right > cover.left - 60 && place.bottom > cover.top)
      view.move(cover.left - 160 - place.right, 0);
  }

  function chooseNone() {
    if (chosen === -1) return;
    // The keyboard focus returns from the card to the atom.
    if (card.element.contains(document.activeElement)) atoms[chosen]?.focus({ preventScroll: true });
    chosen = -1;
    for (const lit of svg.querySelectorAll('path.lit, .chosen')) lit.classList.remove('lit', 'chosen');
    light(undefined);
    card.element.hidden = true;
  }

  followGestures(svg, view);
  svg.addEventListener('click', (event) => {
    const atom = event.target instanceof Element ? event.target.closest('a.atom') : null;
    if (atom === null) return chooseNone();
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = atoms.indexOf(/** @type {SVGAElement} */ (atom));
    // It is already selected: follow the link.
    if (index === chosen) return;
    event.preventDefault();
    choose(index);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') chooseNone();
  });
  listenToZoom(view);
  listenToKinds(picture);
  listenToSearch(atoms, {
    onSearch(hits) {
      chooseNone();
      light(hits);
      if (hits !== undefined && hits.length > 0) view.show(hits);
      else view.showAll();
    },
    onChoose: (atom) => choose(atoms.indexOf(atom)),
  });

  frame.classList.add('live');
  for (const shown of document.querySelectorAll('[data-tools], [data-hint], [data-kind-filter]')) {
    if (shown instanceof HTMLElement) shown.hidden = false;
  }
  const wanted = atoms.findIndex(({ dataset }) => `#${dataset.id}` === location.hash);
  if (wanted === -1) return;
  choose(wanted);
  frame.scrollIntoView({ block: 'center' });
}
