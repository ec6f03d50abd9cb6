// What is chosen, searched and hidden, in the fragment of the address, as in
// `#@acme/rule-steep&find=tea&without=fact&without-edges=related`.

/** @typedef {{ atom: string, find: string, kinds: Set<string>, verbs: Set<string> }} State */

/** The time after the last change, in milliseconds: browsers limit how often an address changes. */
const WAIT_MS = 150;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** The state in the address; undefined if the fragment is one of the page. @returns {State | undefined} */
export function readAddress() {
  const hash = location.hash.slice(1);
  if (hash !== '' && !/^(@|%40|\w[\w-]*=)/.test(hash)) return undefined;
  const parts = hash.split('&');
  const atom = /^(@|%40)/.test(hash) ? decode(parts.shift() ?? '') : '';
  const values = new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name, value];
    }),
  );
  /** @param {string} name */
  const setOf = (name) => new Set((values.get(name) ?? '').split(',').filter(Boolean).map(decode));
  return {
    atom,
    find: decode(values.get('find') ?? ''),
    kinds: setOf('without'),
    verbs: setOf('without-edges'),
  };
}

/** Writes the state soon; the address stays one entry of the history. @param {State} state */
export function writeAddress({ atom, find, kinds, verbs }) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    /** @param {Set<string>} values */
    const listOf = (values) => [...values].map(encodeURIComponent).join(',');
    const parts = [
      encodeURI(atom),
      find && `find=${encodeURIComponent(find)}`,
      kinds.size > 0 && `without=${listOf(kinds)}`,
      verbs.size > 0 && `without-edges=${listOf(verbs)}`,
    ].filter(Boolean);
    const hash = parts.length === 0 ? '' : `#${parts.join('&')}`;
    if (hash !== location.hash && (hash !== '' || readAddress() !== undefined))
      history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
  }, WAIT_MS);
}

/** People change addresses by hand. @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
