// Sitemaps (sitemaps.org): an index of the scopes, and the Primes of each.
import { primePagePath, ROUTES, scopePagePath, scopeSitemapPath } from '@prime-registry/protocol';
import type { PublishedVersion, ScopeAmount } from '@prime-registry/store';
import { escapeText } from '../parts/html.ts';

/** The most addresses of a sitemap, and the most sitemaps of an index. */
export const MAX_SITEMAP_ENTRIES = 50_000;

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The index. @param publicUrl - the public address, without a slash at its end */
export function renderSitemapIndex(publicUrl: string, scopes: readonly Pick<ScopeAmount, 'scope'>[]): string {
  const paths = [ROUTES.pagesSitemap, ...scopes.map(({ scope }) => scopeSitemapPath(scope))];
  const entries = paths.map((path) => `<sitemap>${locate(publicUrl, path)}</sitemap>`);
  return `${XML}\n<sitemapindex ${NAMESPACE}>\n${entries.join('\n')}\n</sitemapindex>\n`;
}

/** The pages that are about no Prime. */
export function renderPagesSitemap(publicUrl: string): string {
  const paths = [ROUTES.home, ROUTES.publishingPage, ROUTES.apiReference, ROUTES.log];
  return renderSitemap(paths.map((path) => `<url>${locate(publicUrl, path)}</url>`));
}

/** The page of a scope, and of each of its Primes with the time of its last publish. */
export function renderScopeSitemap(
  publicUrl: string,
  scope: string,
  primes: readonly Pick<PublishedVersion, 'name' | 'publishedAtMs'>[],
): string {
  const entries = primes.map(
    ({ name, publishedAtMs }) =>
      `<url>${locate(publicUrl, primePagePath(name))}<lastmod>${new Date(publishedAtMs).toISOString()}</lastmod></url>`,
  );
  return renderSitemap([`<url>${locate(publicUrl, scopePagePath(scope))}</url>`, ...entries]);
}

function renderSitemap(entries: readonly string[]): string {
  return `${XML}\n<urlset ${NAMESPACE}>\n${entries.join('\n')}\n</urlset>\n`;
}

function locate(publicUrl: string, path: string): string {
  return `<loc>${escapeText(publicUrl + path)}</loc>`;
}
