// Rules for search engines: which pages to index, and the canonical address of a page that has several.
import { ROUTES } from '@prime-registry/protocol';
import type { SiteSettings } from './site-settings.ts';

/** A version of a Prime: the page of its latest version says the same, or something newer. */
const OF_A_VERSION = /^(\/-\/prime\/@[^/]+\/[^/]+)\/\d[^/]*$/;
/** Results and comparisons, of which there are as many as questions; and the files and graphs of each version. */
const ENDLESS =
  /^\/-\/(?:find|search|suggest)$|^\/-\/prime\/@[^/]+\/[^/]+\/(?:diff(?:\/|$)|[^/]+\/(?:files|graph)(?:\/|$))/;

/** The path that search engines should know for this one, without its query. */
export function canonicalPathOf(path: string): string {
  return OF_A_VERSION.exec(path)?.[1] ?? path;
}

/** Whether a page is worth an entry. */
export function isIndexed(path: string): boolean {
  return !ENDLESS.test(path);
}

/** Paths that would keep a crawler busy for ever, or tell it nothing: matched from their beginning, `*` for anything. */
const DISALLOWED = [
  ROUTES.findPage,
  ROUTES.richSearch,
  '/search?',
  '/-/suggest',
  '/-/browse?',
  '/-/prime/*/diff',
  '/-/prime/*/graph$',
  '/-/prime/*/files',
  '/-/prime/*.md$',
  '/-/primes/',
  '/-/atoms/',
  '/-/log/',
  '/-/skills/',
  '/pack/',
];

/** robots.txt (RFC 9309). */
export function renderRobots({
  isPrivate,
  publicUrl,
}: Pick<SiteSettings, 'isPrivate' | 'publicUrl'>): string {
  const rules = isPrivate ? ['Disallow: /'] : DISALLOWED.map((path) => `Disallow: ${path}`);
  const sitemap = isPrivate || publicUrl === '' ? [] : ['', `Sitemap: ${publicUrl}${ROUTES.sitemap}`];
  return `${['User-agent: *', ...rules, ...sitemap].join('\n')}\n`;
}
