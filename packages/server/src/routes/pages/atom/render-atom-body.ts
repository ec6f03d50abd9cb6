// The fields of an atom as HTML, rendered once for each version.
import { type AtomBody, Html, renderSections, writeAtomMarkdown } from '@prime-registry/web';
import type { LocatedAtom } from '../../../actions/read-atoms/find-atom.ts';
import type { Needs } from '../../route-deps.ts';

/** Up to this length, in characters, even hostile sources take some milliseconds; most are shorter. */
const SHORT_LENGTH = 4096;
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
    const { label, description } = facts;
    const atom = { label, description, source, full: texts.full };
    const options = { topLevel: 3, idPrefix: 'text-' };
    const use = { subject, key, isSmall: (source ?? texts.full).length <= SHORT_LENGTH };
    const { reading, sections: rendered } = await tasks.use('renderMarkdown', options, use, (call) =>
      call('renderAtom', atom),
    );
    const sections = rendered.map(({ html }) => ({ html: new Html(html) }));
    const markdown = writeAtomMarkdown({ name: name.full, version: version.full }, facts, reading);
    const { properties, comment } = reading;
    return {
      html: renderSections(reading.sections, sections),
      isCut: rendered.some(({ isCut }) => isCut),
      reading: { properties, comment },
      markdown: markdown.length > MAX_COPIED_LENGTH ? undefined : markdown,
    };
  });
}
