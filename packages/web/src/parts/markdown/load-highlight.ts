// Loads what colours the code of a text, when a text with code first needs it: most have none.
import type { Highlight } from './highlighter.ts';

/** The word after the mark that begins a fenced block, in lists and quotes as well. */
const FENCE = /^[ \t>*+\-\d.)]*(?:```+|~~~+)[ \t]*([\w+#.-]{1,30})/gm;

/** What colours the code of a text; undefined if it names no known language. */
export async function loadHighlight(text: string): Promise<Highlight | undefined> {
  const names = new Set([...text.matchAll(FENCE)].map(([, name = '']) => name.toLowerCase()));
  if (names.size === 0) return undefined;
  const { createHighlight } = await import('./highlighter.ts');
  return createHighlight(names);
}
