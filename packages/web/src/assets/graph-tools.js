// The tools above a picture: zoom buttons, switches for kinds, and a search.
import { titleOf } from './graph-picture.js';

/** @param {import('./graph-view.js').View} view */
export function listenToZoom(view) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('button[data-zoom]')
  )) {
    button.addEventListener('click', () => {
      if (button.dataset.zoom === 'all') view.showAll();
      else view.zoom(button.dataset.zoom === 'in' ? 0.7 : 1 / 0.7);
    });
  }
}

/** @param {import('./graph-picture.js').Picture} picture */
export function listenToKinds({ atoms, lines }) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('[data-kind-filter]')]);
  for (const box of boxes) {
    box.addEventListener('change', () => {
      const kinds = new Set(boxes.filter(({ checked }) => checked).map(({ value }) => value));
      const areAway = atoms.map(({ dataset }) => !kinds.has(dataset.kind ?? ''));
      for (const [index, atom] of atoms.entries()) atom.classList.toggle('away', areAway[index]);
      for (const { path, from, to } of lines) path.classList.toggle('away', areAway[from] || areAway[to]);
    });
  }
}

/**
 * @param {SVGAElement[]} atoms
 * @param {{ onSearch: (hits: SVGAElement[] | undefined) => void, onChoose: (atom: SVGAElement) => void }}
 * listener
 * - `onSearch` gets undefined when the search is cleared
 */
export function listenToSearch(atoms, { onSearch, onChoose }) {
  const field = document.querySelector('[data-tools] input');
  const found = document.querySelector('[data-found]');
  if (!(field instanceof HTMLInputElement) || found === null) return;
  /** @type {SVGAElement[]} */
  let hits = [];
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isEmpty = words.length === 0;
    hits = isEmpty ? [] : atoms.filter((atom) => hasAll(titleOf(atom).toLowerCase(), words));
    found.textContent = isEmpty ? '' : `${hits.length} found`;
    onSearch(isEmpty ? undefined : hits);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || hits[0] === undefined) return;
    event.preventDefault();
    onChoose(hits[0]);
  });
}

/**
 * @param {string} text
 * @param {string[]} words
 */
function hasAll(text, words) {
  return words.every((word) => text.includes(word));
}
