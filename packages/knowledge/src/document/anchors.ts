// Anchors of headings, as renderers of Markdown make them: in lower case, without punctuation.

/** The anchors of headings that are ids, in the order of the document. Equal ones get a number. */
export function createAnchors(ids: Iterable<string>): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  const used = new Map<string, number>();
  for (const id of ids) {
    const anchor = id.replaceAll(/[^a-z0-9_-]/g, '');
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    anchors.set(id, count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}
