// The fields of an atom as HTML, rendered once for each version.
import { readAtom } from '@prime-registry/atoms';
import { type AtomBody, Html, renderSections, writeAtomMarkdown } from '@prime-registry/web';
import type { LocatedAtom } from '../../../actions/read-atoms/find-atom.ts';
import type { Needs } from '../../route-deps.ts';

/** Up to this length, in characters, even a hostile table takes some milliseconds. */
const SHORT_LENGTH = 2048;
/** Longer documents are not in the page a second time, for the button that copies them. */
const MAX_COPIED_LENGTH = 12_000;

/**
 * Renders the fields, or takes them from the cache.
 * @param subject - a key of the atom in its version
 * @param key - for whom; see TaskUse
 * @throws RegistryError `overloaded`
 */
export function renderAtomBody(
  { pageCache, tasks }: Needs<'pageCache' | 'tasks'>,
  subject: string,
  { facts, texts, source, name, version }: LocatedAtom,
  key: string,
): Promise<AtomBody> {
  return pageCache.atoms.getOrLoad(subject, async () => {
    const reading = readAtom({ ...facts, source, full: texts.full });
    const markdowns = reading.sections.map(({ markdown }) => markdown);
    const length = markdowns.reduce((sum, { length }) => sum + length, 0);
    const options = { topLevel: 3, idPrefix: 'text-' };
    const use = { subject, key, isSmall: length <= SHORT_LENGTH };
    const rendered = await tasks.use('renderMarkdown', options, use, (call) => call('renderAll', markdowns));
    const sections = rendered.map(({ html }) => ({ html: new Html(html) }));
    const markdown = writeAtomMarkdown({ name: name.full, version: version.full, facts, reading });
    const { properties, comment } = reading;
    return {
      html: renderSections(reading.sections, sections),
      isCut: rendered.some(({ isCut }) => isCut),
      reading: { properties, comment },
      markdown: markdown.length > MAX_COPIED_LENGTH ? undefined : markdown,
    };
  });
}
