// What a script adds to the picture of a graph: moving and zooming, neighbours of an atom, kinds, and a search in it.
// Everything is read from the picture itself.

/** Height of names on the screen, in pixels. */
const NAME_PX = 13;

const frame = document.querySelector('[data-graph]');
const svg = frame?.querySelector('svg');
if (frame instanceof HTMLElement && svg instanceof SVGSVGElement) start(frame, svg);

/**
 * @param {HTMLElement} frame
 * @param {SVGSVGElement} svg
 */
function start(frame, svg) {
  const atoms = /** @type {SVGAElement[]} */ ([...svg.querySelectorAll('a.atom')]);
  const lines = /** @type {SVGPathElement[]} */ ([...svg.querySelectorAll('path[data-e]')]).map((path) => {
    const [from = 0, to = 0] = (path.dataset.e ?? '').split(' ').map(Number);
    return { path, from, to, verbs: path.dataset.v ?? '' };
  });
  const view = createView(frame, svg);
  frame.classList.add('live');
  for (const shown of document.querySelectorAll('[data-tools], [data-hint], [data-kind-filter]')) {
    if (shown instanceof HTMLElement) shown.hidden = false;
  }

  const card = document.createElement('div');
  card.className = 'card';
  card.hidden = true;
  card.setAttribute('role', 'region');
  card.setAttribute('aria-live', 'polite');
  card.setAttribute('aria-label', 'The chosen atom');
  frame.append(card);
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
    for (const [other, atom] of atoms.entries()) {
      atom.classList.toggle('lit', near.has(other));
      atom.classList.toggle('chosen', other === index);
    }
    frame.classList.add('choosing');
    view.fitNames();
    showCard(index);
  }

  function chooseNone() {
    if (chosen === -1) return;
    chosen = -1;
    frame.classList.remove('choosing');
    view.fitNames();
    for (const lit of svg.querySelectorAll('.lit, .chosen')) lit.classList.remove('lit', 'chosen');
    card.hidden = true;
  }

  /** @param {number} index */
  function showCard(index) {
    const atom = atoms[index];
    if (atom === undefined) return;
    const kind = element('span', 'kind', atom.dataset.kind);
    const title = element('h2', '', (atom.dataset.id ?? '').split('/')[1]);
    const text = atom.querySelector('title')?.textContent ?? '';
    const about = element('p', 'small', text.includes(': ') ? text.slice(text.indexOf(': ') + 2) : '');
    const open = element('a', 'button', 'Open the atom');
    open.setAttribute('href', atom.getAttribute('href') ?? '');
    const close = element('button', 'plain close', 'Close');
    close.addEventListener('click', () => {
      chooseNone();
      atom.focus({ preventScroll: true });
    });
    card.replaceChildren(close, kind, title, about, ...listEdges(index), open);
    card.hidden = false;
    // Out from under the card, where that lies on the picture.
    const [place, cover] = [atom.getBoundingClientRect(), card.getBoundingClientRect()];
    const isCovered = place.right > cover.left - 60 && place.bottom > cover.top;
    if (isCovered && getComputedStyle(card).position === 'absolute')
      view.move(cover.left - 160 - place.right, 0);
  }

  /** @param {number} index */
  function listEdges(index) {
    const leadsTo = lines.filter(({ from }) => from === index);
    const ledFrom = lines.filter(({ to }) => to === index);
    return [
      listOf(
        'Leads to',
        leadsTo.map(({ verbs, to }) => ({ verbs, other: to })),
      ),
      listOf(
        'Led to from',
        ledFrom.map(({ verbs, from }) => ({ verbs, other: from })),
      ),
    ].flat();
  }

  /**
   * @param {string} heading
   * @param {{verbs: string, other: number}[]} edges
   */
  function listOf(heading, edges) {
    if (edges.length === 0) return [];
    const list = document.createElement('ul');
    for (const { verbs, other } of edges) {
      const item = element('li', '', `${verbs} `);
      const button = element('a', '', (atoms[other]?.dataset.id ?? '').split('/')[1]);
      button.setAttribute('href', atoms[other]?.getAttribute('href') ?? '');
      button.addEventListener('click', (event) => {
        event.preventDefault();
        choose(other);
        view.show([atoms[other]]);
        card.querySelector('button')?.focus({ preventScroll: true });
      });
      item.append(button);
      list.append(item);
    }
    return [element('strong', 'small', heading), list];
  }

  svg.addEventListener('click', (event) => {
    if (view.wasMoved()) {
      event.preventDefault();
      return;
    }
    const atom = event.target instanceof Element ? event.target.closest('a.atom') : null;
    if (atom === null) return chooseNone();
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = atoms.indexOf(/** @type {SVGAElement} */ (atom));
    // Chosen already: the link is followed.
    if (index === chosen) return;
    event.preventDefault();
    choose(index);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') chooseNone();
  });

  for (const button of document.querySelectorAll('button[data-zoom]')) {
    button.addEventListener('click', () => {
      const way = button instanceof HTMLElement ? button.dataset.zoom : '';
      if (way === 'all') view.showAll();
      else view.zoom(way === 'in' ? 0.7 : 1 / 0.7);
    });
  }

  for (const box of document.querySelectorAll('[data-kind-filter]')) {
    box.addEventListener('change', () => {
      const kinds = new Set(
        /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('[data-kind-filter]')])
          .filter(({ checked }) => checked)
          .map(({ value }) => value),
      );
      for (const atom of atoms) atom.classList.toggle('away', !kinds.has(atom.dataset.kind ?? ''));
      for (const { path, from, to } of lines) {
        const isAway = [from, to].some((end) => atoms[end]?.classList.contains('away'));
        path.classList.toggle('away', isAway);
      }
    });
  }

  const field = document.querySelector('[data-tools] input');
  const found = document.querySelector('[data-found]');
  if (!(field instanceof HTMLInputElement)) return;
  /** @type {SVGAElement[]} */
  let hits = [];
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    chooseNone();
    hits =
      words.length === 0 ? [] : atoms.filter((atom) => words.every((word) => textOf(atom).includes(word)));
    frame.classList.toggle('choosing', words.length > 0);
    for (const atom of atoms) atom.classList.toggle('lit', hits.includes(atom));
    if (found !== null) found.textContent = words.length === 0 ? '' : `${hits.length} found`;
    if (hits.length > 0) view.show(hits);
    else view.showAll();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && hits[0] !== undefined) {
      event.preventDefault();
      choose(atoms.indexOf(hits[0]));
    }
  });

  const wanted = decodeURIComponent(location.hash.slice(1));
  const index = atoms.findIndex((atom) => atom.dataset.id === wanted);
  if (index !== -1) {
    choose(index);
    frame.scrollIntoView({ block: 'center' });
  }
}

/** @param {SVGAElement} atom */
function textOf(atom) {
  return `${atom.dataset.id} ${atom.querySelector('title')?.textContent}`.toLowerCase();
}

/**
 * @param {string} name
 * @param {string} className
 * @param {string | undefined} text
 */
function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text ?? '';
  return made;
}

/**
 * The part of the picture that is seen, as its viewBox.
 * @param {HTMLElement} frame
 * @param {SVGSVGElement} svg
 */
function createView(frame, svg) {
  const [, , width = 1, height = 1] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const whole = { x: 0, y: 0, width, height };
  const fontSize = Number(svg.getAttribute('font-size'));
  let box = whole;
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let movedBy = 0;

  /** @param {{x: number, y: number, width: number, height: number}} next */
  function set(next) {
    box = next;
    svg.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
    fitNames();
  }

  /** Names are as large as they are read best, if only few are there; those of all atoms are there once there is room. */
  function fitNames() {
    const own = NAME_PX / unit();
    const isFew = frame.classList.contains('choosing');
    svg.setAttribute('font-size', String(isFew ? own : Math.min(fontSize, own)));
    frame.classList.toggle('near', own < fontSize * 0.6);
  }

  /** Pixels for a unit of the picture. */
  function unit() {
    const { width, height } = svg.getBoundingClientRect();
    return Math.min(width / box.width, height / box.height);
  }

  /**
   * A point of the screen in the picture.
   * @param {{x: number, y: number}} point
   */
  function inPicture({ x, y }) {
    const bounds = svg.getBoundingClientRect();
    const scale = unit();
    return {
      x: box.x + box.width / 2 + (x - bounds.left - bounds.width / 2) / scale,
      y: box.y + box.height / 2 + (y - bounds.top - bounds.height / 2) / scale,
    };
  }

  /**
   * @param {number} factor - below 1 to come nearer
   * @param {{x: number, y: number}} [around]
   */
  function zoom(factor, around = { x: box.x + box.width / 2, y: box.y + box.height / 2 }) {
    const width = Math.min(Math.max(box.width * factor, 120), whole.width * 1.5);
    const by = width / box.width;
    set({
      x: around.x - (around.x - box.x) * by,
      y: around.y - (around.y - box.y) * by,
      width,
      height: box.height * by,
    });
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  function move(dx, dy) {
    const scale = unit();
    set({ ...box, x: box.x - dx / scale, y: box.y - dy / scale });
  }

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) movedBy = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  window.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    movedBy += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (movedBy < 5) return;
    if (other !== undefined) {
      const apart = (/** @type {{x: number, y: number}} */ point) =>
        Math.hypot(point.x - other.x, point.y - other.y) || 1;
      zoom(apart(before) / apart(now), inPicture({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
    }
    // One finger scrolls the page.
    if (event.pointerType !== 'touch' || other !== undefined) move(now.x - before.x, now.y - before.y);
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    window.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  svg.addEventListener('dragstart', (event) => event.preventDefault());
  svg.addEventListener(
    'wheel',
    (event) => {
      // Without the key, the wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(event.deltaY * (event.deltaMode === 0 ? 0.004 : 0.06)), inPicture(event));
    },
    { passive: false },
  );
  svg.addEventListener('dblclick', (event) => {
    if (!(event.target instanceof Element && event.target.closest('a'))) zoom(0.6, inPicture(event));
  });

  return {
    zoom,
    move,
    fitNames,
    wasMoved: () => movedBy >= 5,
    showAll: () => set(whole),
    /** @param {(SVGAElement | undefined)[]} atoms */
    show(atoms) {
      const points = atoms.flatMap((atom) => {
        const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(atom?.getAttribute('transform') ?? '') ?? [];
        return x === undefined || y === undefined ? [] : [{ x: Number(x), y: Number(y) }];
      });
      if (points.length === 0) return;
      const xs = points.map(({ x }) => x);
      const ys = points.map(({ y }) => y);
      const least = Math.min(whole.width, 620);
      const width = Math.max(Math.max(...xs) - Math.min(...xs) + 260, least);
      const height = Math.max(Math.max(...ys) - Math.min(...ys) + 200, (least * whole.height) / whole.width);
      set({
        x: (Math.max(...xs) + Math.min(...xs)) / 2 - width / 2,
        y: (Math.max(...ys) + Math.min(...ys)) / 2 - height / 2,
        width,
        height,
      });
    },
  };
}
