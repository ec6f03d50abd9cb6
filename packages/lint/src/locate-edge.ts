// Finds where an edge is in the text of a source: the inventory has only the line of its atom.
import type { Finding } from './finding.ts';

/**
 * The finding at the first place of its target in the atom; unchanged if it is about no edge, or the text does not
 * contain it.
 * @param text - of the file of the finding
 */
export function locateEdge(finding: Finding, text: string): Finding {
  const { target, line: atomLine, rule } = finding;
  if (target === undefined || atomLine === undefined || rule === 'duplicate-content') return finding;
  const lines = text.split(/\r?\n/);
  for (const [index, content] of lines.entries()) {
    if (index + 1 < atomLine) continue;
    const at = findId(content, target);
    // The line of the id itself is no edge.
    if (at === -1 || (target === finding.atom && /^\s*id\s*:/.test(content))) continue;
    return { ...finding, line: index + 1, column: at + 1 };
  }
  return finding;
}

/** The index of an id that does not go on in either direction; -1 if there is none. */
function findId(text: string, id: string): number {
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) {
    if (!/^[\w./-]$/.test(text[at + id.length] ?? '')) return at;
  }
  return -1;
}
