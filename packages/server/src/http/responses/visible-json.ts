// Shows hidden characters in JSON: agents read it, and must not find more in a text than people do.
import { createHiddenBudget, escapeHidden, mayHide } from '@prime-registry/protocol';

/** How JSON writes control characters other than tabs and line feeds, and unpaired surrogates. */
const ESCAPED = /\\u(?:00[01]|d[89a-f])|\\[bfr]/;

/** Whether JSON may contain hidden characters; false without doubt. */
export function mayHideInJson(json: string): boolean {
  return mayHide(json) || (json.includes('\\') && ESCAPED.test(json));
}

/** Makes JSON of a document in which hidden characters of texts are shown, as in `\u{200b}`. */
export function toVisibleJson(document: unknown, serialize: (document: unknown) => string): string {
  const json = serialize(document);
  if (!mayHideInJson(json)) return json;
  const budget = createHiddenBudget();
  const show = (value: unknown): unknown => {
    if (typeof value === 'string') return escapeHidden(value, budget);
    if (Array.isArray(value)) return value.map(show);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, show(inner)]));
  };
  return serialize(show(document));
}
