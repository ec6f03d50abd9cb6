// Sitemaps (sitemaps.org): an index of the scopes, and the Primes of each.
import { primePagePath, ROUTES, scopePagePath, scopeSitemapPath } from '@prime-registry/protocol';
import type { PublishedVersion, ScopeAmount } from '@prime-registry/store';
import { escapeText } from '../parts/html.ts';

/** The most addresses of a sitemap, and the most sitemaps of an index. */
export const MAX_SITEMAP_ENTRIES = 50_000;

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const BEGIN = `${XML}\n<urlset ${NAMESPACE}>\n`;
const END = '</urlset>\n';

/** Entries of a piece: some milliseconds of work. */
const ENTRIES_OF_A_PIECE = 500;

/** The index, in pieces. @param publicUrl - the public address, without a slash at its end */
export function* writeSitemapIndex(
  publicUrl: string,
  scopes: readonly Pick<ScopeAmount, 'scope'>[],
): Generator<string, void, undefined> {
  const entryOf = (path: string): string => `<sitemap>${locate(publicUrl, path)}</sitemap>\n`;
  yield `${XML}\n<sitemapindex ${NAMESPACE}>\n${entryOf(ROUTES.pagesSitemap)}`;
  for (let at = 0; at < scopes.length; at += ENTRIES_OF_A_PIECE) {
    const some = scopes.slice(at, at + ENTRIES_OF_A_PIECE);
    yield some.map(({ scope }) => entryOf(scopeSitemapPath(scope))).join('');
  }
  yield '</sitemapindex>\n';
}

/** The pages that are about no Prime. */
export function renderPagesSitemap(publicUrl: string): string {
  const paths = [ROUTES.home, ROUTES.publishingPage, ROUTES.apiReference, ROUTES.log];
  return `${BEGIN}${paths.map((path) => `<url>${locate(publicUrl, path)}</url>\n`).join('')}${END}`;
}

/** The page of a scope, and of each of its Primes with the time of its last publish; in pieces, one for each list of Primes. */
export async function* writeScopeSitemap(
  publicUrl: string,
  scope: string,
  primes: AsyncIterable<readonly Pick<PublishedVersion, 'name' | 'publishedAtMs'>[]>,
): AsyncGenerator<string, void, undefined> {
  yield `${BEGIN}<url>${locate(publicUrl, scopePagePath(scope))}</url>\n`;
  for await (const some of primes) {
    const entries = some.map(({ name, publishedAtMs }) => {
      const at = new Date(publishedAtMs).toISOString();
      return `<url>${locate(publicUrl, primePagePath(name))}<lastmod>${at}</lastmod></url>\n`;
    });
    yield entries.join('');
  }
  yield END;
}

function locate(publicUrl: string, path: string): string {
  return `<loc>${escapeText(publicUrl + path)}</loc>`;
}
