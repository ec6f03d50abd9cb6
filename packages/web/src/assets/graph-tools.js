// The tools of a picture: zoom, full screen, switches for kinds and verbs, and a search.

/**
 * @param {HTMLElement} explorer
 * @param {import('./graph-view.js').View} view
 */
export function listenToButtons(explorer, view) {
  /** @type {Record<string, () => void>} */
  const actions = {
    in: () => view.zoom(0.7),
    out: () => view.zoom(1 / 0.7),
    all: () => view.showAll(),
    full: () => toggleFull(explorer),
  };
  for (const button of explorer.querySelectorAll('[data-do]')) {
    button.addEventListener('click', () => actions[button.getAttribute('data-do') ?? '']?.());
  }
}

/** Some phones show only videos in full screen: there, the picture covers the page. @param {HTMLElement} explorer */
function toggleFull(explorer) {
  const isFull = explorer.classList.toggle('full');
  if (!isFull && document.fullscreenElement !== null) void document.exitFullscreen();
  if (isFull) explorer.requestFullscreen?.().catch(() => {});
}

/** @param {HTMLElement} explorer */
export function listenToFullScreen(explorer) {
  document.addEventListener('fullscreenchange', () => {
    if (document.fullscreenElement === null) explorer.classList.remove('full');
  });
}

/**
 * The switches of a filter.
 * @param {string} what - `kind` or `verb`
 * @param {() => void} onChange
 */
export function createFilter(what, onChange) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(`[data-${what}]`)]).filter(
    (box) => box instanceof HTMLInputElement,
  );
  for (const box of boxes) box.addEventListener('change', onChange);
  const own = new Set(boxes.map(({ value }) => value));
  return {
    /** The values that are off; of values without a switch, ''. */
    off: () => new Set(boxes.filter(({ checked }) => !checked).map(({ value }) => value)),
    /** @param {Set<string>} off */
    set(off) {
      for (const box of boxes) box.checked = !off.has(box.value);
    },
    /** The switch that a value belongs to. @param {string} value */
    switchOf: (value) => (own.has(value) ? value : ''),
  };
}

/**
 * @param {import('./graph-picture.js').Atom[]} atoms
 * @param {{ onSearch: (hits: number[] | undefined) => void, onChoose: (index: number) => void }} listener
 * - `onSearch` gets undefined when the search is cleared
 */
export function createSearch(atoms, { onSearch, onChoose }) {
  const field = document.querySelector('.tools input');
  const found = document.querySelector('[data-found]');
  const texts = atoms.map(({ kind, id, title, about }) => `${kind} ${id} ${title} ${about}`.toLowerCase());
  /** @type {number[]} */
  let hits = [];
  const text = () => (field instanceof HTMLInputElement ? field.value.trim() : '');

  function search() {
    const words = text().toLowerCase().split(/\s+/).filter(Boolean);
    hits =
      words.length === 0
        ? []
        : [...texts.keys()].filter((index) => words.every((word) => texts[index]?.includes(word)));
    if (found !== null) found.textContent = words.length === 0 ? '' : `${hits.length} found`;
    onSearch(words.length === 0 ? undefined : hits);
  }
  field?.addEventListener('input', search);
  field?.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || hits[0] === undefined) return;
    event.preventDefault();
    onChoose(hits[0]);
  });
  return {
    text,
    /** @param {string} value */
    set(value) {
      if (!(field instanceof HTMLInputElement) || field.value.trim() === value) return;
      field.value = value;
      search();
    },
  };
}
