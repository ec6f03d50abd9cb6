// The colours of code, by highlight.js. A language is loaded when a text first has code in it: see decision 0069.
import { findLanguage, type Language } from './code-languages.ts';
import { hljs } from './highlight-core.js';

/** Colours code. @returns HTML; undefined if the language is unknown or the code too long */
export type Highlight = (code: string, language: string) => string | undefined;

/** Longer code has no colours. In characters. */
const MAX_CODE_LENGTH = 10_000;
/** Nor has code with such a line: time grows with the square of the length of words, to seconds for 10,000 letters. */
const LONG_LINE = /[^\n]{501}/;

/** What the library may write: parts of the code in elements with nothing but a class. */
const WRITTEN = /^(?:<span class="[\w -]+">|<\/span>|[^<>"&]|&(?:amp|lt|gt|quot|#x27);)*$/;

hljs.configure({ classPrefix: 'c-' });

const loads = new Map<Language, Promise<void>>();

/** What colours the code of some languages, by the names that authors give them. */
export async function createHighlight(names: Iterable<string>): Promise<Highlight> {
  const languages = new Set([...names].flatMap((name) => findLanguage(name) ?? []));
  await Promise.all([...languages].map(load));
  return highlight;
}

function load(language: Language): Promise<void> {
  const loading = loads.get(language) ?? register(language);
  loads.set(language, loading);
  return loading;
}

async function register({ name, load }: Language): Promise<void> {
  const loaded = await load();
  hljs.registerLanguage(name, loaded.default);
}

function highlight(code: string, given: string): string | undefined {
  const language = findLanguage(given.toLowerCase())?.name;
  if (language === undefined || hljs.getLanguage(language) === undefined) return undefined;
  if (code.length > MAX_CODE_LENGTH || LONG_LINE.test(code)) return undefined;
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  // The library is trusted with colours, not with what a page contains.
  if (!WRITTEN.test(value)) return undefined;
  // One class is enough, and code within code has none of ours.
  return value.replaceAll(/ class="(c-[a-z-]+)?[^"]*"/g, (_, kind?: string) =>
    kind ? ` class="${kind}"` : '',
  );
}
