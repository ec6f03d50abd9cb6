// Parses the body of a request, as far as its depth is bounded.

/** Objects and arrays within each other: more than any request of the protocol needs. */
export const MAX_DEPTH = 32;

/** The JSON of a body, or why there is none. */
export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'not-json' | 'too-deep' };

export function parseBody(text: string): ParsedBody {
  if (isDeeperThan(text, MAX_DEPTH)) return { ok: false, reason: 'too-deep' };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'not-json' };
  }
}

/** Whether a text opens more brackets than it may, outside of strings. */
function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > max) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}
