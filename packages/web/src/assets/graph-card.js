// The card next to a picture: the selected atom and its edges.

/** Edges of a direction that are listed; the page of the atom has all. */
const MAX_LISTED = 40;

/**
 * @param {HTMLElement} card
 * @param {import('./graph-picture.js').Picture} picture
 * @param {{ onFollow: (index: number) => void, onClose: () => void }} listener
 */
export function createCard(card, { atoms, near, verbs }, { onFollow, onClose }) {
  /**
   * @param {string} heading
   * @param {{ said: string, other: number }[]} edges
   */
  function listOf(heading, edges) {
    if (edges.length === 0) return [];
    const list = document.createElement('ul');
    for (const { said, other } of edges.slice(0, MAX_LISTED)) {
      const link = linkTo(atoms[other], '', atoms[other]?.title ?? '');
      link.addEventListener('click', (event) => {
        event.preventDefault();
        onFollow(other);
        card.querySelector('button')?.focus({ preventScroll: true });
      });
      const item = element('li', '', `${said} `);
      item.append(link);
      list.append(item);
    }
    if (edges.length > MAX_LISTED)
      list.append(element('li', 'faint', `and ${edges.length - MAX_LISTED} more`));
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
      const edges = (near[index] ?? []).map(({ from, to, verbs: numbers }) => ({
        said: numbers.map((number) => verbs[number]).join(', '),
        isOut: from === index,
        other: from === index ? to : from,
      }));
      card.replaceChildren(
        close,
        element('span', `kind k${atom.look}`, atom.kind),
        element('h2', '', atom.title),
        element('p', 'small', atom.about),
        ...listOf(
          'Outgoing',
          edges.filter(({ isOut }) => isOut),
        ),
        ...listOf(
          'Incoming',
          edges.filter(({ isOut }) => !isOut),
        ),
        linkTo(atom, 'button', 'Open the atom'),
      );
      card.hidden = false;
      card.scrollTop = 0;
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
  made.dir = 'auto';
  return made;
}

/**
 * @param {import('./graph-picture.js').Atom | undefined} atom
 * @param {string} className
 * @param {string} text
 */
function linkTo(atom, className, text) {
  const link = element('a', className, text);
  link.href = atom?.href ?? '';
  return link;
}
