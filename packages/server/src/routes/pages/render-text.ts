// Markdown of authors, rendered once for each place.
import { Html, type MarkdownOptions, type PageCache, type RenderedText } from '@prime-registry/web';
import type { Tasks } from '../../tasks/tasks.ts';

/** Up to this length, in characters, even a hostile table takes some milliseconds. */
const SHORT_LENGTH = 2048;

/** What renders texts. */
interface TextRenderer {
  readonly pageCache: PageCache;
  readonly tasks: Tasks;
}

/** A text and its place. */
interface PlacedText {
  /** The key of the text and its place. */
  readonly subject: string;
  readonly text: string;
  readonly options: MarkdownOptions;
}

/**
 * Renders a text, or takes it from the cache.
 * @param key - for whom; see TaskUse
 * @throws RegistryError `overloaded`
 */
export function renderText(
  { pageCache, tasks }: TextRenderer,
  { subject, text, options }: PlacedText,
  key: string,
): Promise<RenderedText> {
  return pageCache.texts.getOrLoad(subject, async () => {
    const use = { subject, key, isSmall: text.length <= SHORT_LENGTH };
    const { html, ...rest } = await tasks.use('renderMarkdown', options, use, (call) => call('render', text));
    return { html: new Html(html), ...rest };
  });
}
