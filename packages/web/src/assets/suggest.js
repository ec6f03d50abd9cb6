// Suggestions under a search field while somebody types: a combobox with a list (WAI-ARIA Authoring Practices). The
// field works without it.

/** @typedef {{ path: string, title: string, about: string, kind: string }} Suggestion */

const DELAY_MS = 120;
let lists = 0;

for (const form of document.querySelectorAll('search form.seek')) {
  const field = form.querySelector('input[name="q"]');
  if (form instanceof HTMLFormElement && field instanceof HTMLInputElement) attach(form, field);
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
function attach(form, field) {
  lists += 1;
  const list = document.createElement('ul');
  list.id = `suggestions-${lists}`;
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.hidden = true;
  form.append(list);
  // A search field may have no other role; the form says what it is for.
  field.type = 'text';
  const attributes = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);

  /** @type {Suggestion[]} */
  let shown = [];
  let chosen = -1;
  let timer = 0;
  let asked = new AbortController();

  /** @param {Suggestion[]} suggestions */
  function show(suggestions) {
    shown = suggestions;
    list.replaceChildren(...suggestions.map(toOption));
    list.hidden = suggestions.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    choose(-1);
  }

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(at === index));
    const option = list.children[index];
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', option.id);
  }

  /** @param {Suggestion} suggestion @param {number} index */
  function toOption({ title, about, kind, path }, index) {
    const option = document.createElement('li');
    option.id = `${list.id}-${index}`;
    option.setAttribute('role', 'option');
    for (const [text, name] of [
      [title, 'suggested'],
      [kind, 'faint'],
      [about, 'faint small'],
    ]) {
      const part = document.createElement('span');
      part.className = name ?? '';
      part.dir = 'auto';
      part.textContent = text ?? '';
      option.append(part, ' ');
    }
    // Before the field loses the focus, which hides the list.
    option.addEventListener('mousedown', (event) => event.preventDefault());
    option.addEventListener('click', () => location.assign(path));
    return option;
  }

  async function ask() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const text = field.value.trim();
    if (text === '') return show([]);
    try {
      const answer = await fetch(`/-/suggest?${new URLSearchParams({ q: text })}`, { signal });
      const found = answer.ok ? read(await answer.json()) : [];
      if (!signal.aborted && document.activeElement === field) show(found);
    } catch {
      // Nothing is suggested, and the search still works.
    }
  }

  function close() {
    clearTimeout(timer);
    asked.abort();
    show([]);
  }

  field.setAttribute('aria-expanded', 'false');
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, DELAY_MS);
  });
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return;
    const count = shown.length + 1;
    if (event.key === 'ArrowDown') choose(((chosen + 2) % count) - 1);
    else if (event.key === 'ArrowUp') choose(((chosen + 1 + count - 1) % count) - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen !== -1) location.assign(shown[chosen]?.path ?? '');
    else return;
    event.preventDefault();
  });
}

/**
 * @param {{ primes: { name: string, description: string, path: string }[], atoms: { title: string, kind: string, prime: string, path: string }[] }} answer
 * @returns {Suggestion[]}
 */
function read({ primes, atoms }) {
  return [
    ...primes.map(({ name, description, path }) => ({ path, title: name, kind: '', about: description })),
    ...atoms.map(({ title, kind, prime, path }) => ({ path, title, kind, about: prime })),
  ].slice(0, 8);
}
