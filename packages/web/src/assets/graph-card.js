// The card next to a picture: the selected atom and its edges.
import { nameOf, titleOf } from './graph-picture.js';

/**
 * @param {HTMLElement} frame
 * @param {import('./graph-picture.js').Picture} picture
 * @param {{ onFollow: (index: number) => void, onClose: () => void }} listener
 */
export function createCard(frame, { atoms, lines }, { onFollow, onClose }) {
  const card = element('div', 'card');
  card.hidden = true;
  card.setAttribute('role', 'region');
  card.setAttribute('aria-live', 'polite');
  card.setAttribute('aria-label', 'Selected atom');
  frame.append(card);

  /**
   * @param {string} heading
   * @param {{ verbs: string, other: number }[]} edges
   */
  function listOf(heading, edges) {
    if (edges.length === 0) return [];
    const list = document.createElement('ul');
    for (const { verbs, other } of edges) {
      const link = linkTo(atoms[other], '', nameOf(atoms[other]));
      link.addEventListener('click', (event) => {
        event.preventDefault();
        onFollow(other);
        card.querySelector('button')?.focus({ preventScroll: true });
      });
      const item = element('li', '', `${verbs} `);
      item.append(link);
      list.append(item);
    }
    return [element('strong', 'small', heading), list];
  }

  return {
    element: card,
    /** @param {number} index */
    show(index) {
      const atom = atoms[index];
      if (atom === undefined) return;
      const close = element('button', 'plain close', 'Close');
      close.addEventListener('click', onClose);
      const [, about = ''] = /: (.*)/s.exec(titleOf(atom)) ?? [];
      const leadsTo = lines.filter(({ from }) => from === index);
      const ledFrom = lines.filter(({ to }) => to === index);
      card.replaceChildren(
        close,
        element('span', 'kind', atom.dataset.kind),
        element('h2', '', nameOf(atom)),
        element('p', 'small', about),
        ...listOf(
          'Outgoing',
          leadsTo.map(({ verbs, to }) => ({ verbs, other: to })),
        ),
        ...listOf(
          'Incoming',
          ledFrom.map(({ verbs, from }) => ({ verbs, other: from })),
        ),
        linkTo(atom, 'button', 'Open the atom'),
      );
      card.hidden = false;
    },
  };
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {string} [text]
 */
function element(name, className, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/**
 * @param {SVGAElement | undefined} atom
 * @param {string} className
 * @param {string} text
 */
function linkTo(atom, className, text) {
  const link = element('a', className, text);
  link.href = atom?.href.baseVal ?? '';
  return link;
}
