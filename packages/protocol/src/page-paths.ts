// Paths of the pages for people, and of the documents and feeds next to them.
import type { SearchFilter } from './queries/rich-search-query.ts';
import { ROUTES } from './routes.ts';

/** What the path of a page gets to be that of the same as Markdown. */
export const DOCUMENT_SUFFIX = '.md';

/** The page of a Prime, or of one of its versions. */
export function primePagePath(name: string, version?: string): string {
  return version === undefined ? `/-/prime/${name}` : `/-/prime/${name}/${encodeURIComponent(version)}`;
}

/** The latest version of a Prime, or one of its versions, as one Markdown document. */
export function primeDocumentPath(name: string, version?: string): string {
  return `${primePagePath(name, version)}${DOCUMENT_SUFFIX}`;
}

/** An atom in a version, as a Markdown document. */
export function atomDocumentPath(name: string, version: string, atom: string): string {
  return `${atomPagePath(name, version, atom)}${DOCUMENT_SUFFIX}`;
}

/** The page that lists all versions of a Prime. */
export function versionsPagePath(name: string): string {
  return `/-/prime/${name}/versions`;
}

/** The page with the differences between two versions of a Prime. */
export function diffPagePath(name: string, before: string, after: string): string {
  return `/-/prime/${name}/diff/${encodeURIComponent(before)}...${encodeURIComponent(after)}`;
}

/** The page with the atoms of a version, by kind. */
export function atomsPagePath(name: string, version: string): string {
  return `${primePagePath(name, version)}/atoms`;
}

/** The page with the texts of all atoms of a version, in reading order. */
export function readingPagePath(name: string, version: string): string {
  return `${primePagePath(name, version)}/read`;
}

/** The page with the files in the tarball of a version. */
export function filesPagePath(name: string, version: string): string {
  return `${primePagePath(name, version)}/files`;
}

/** The page of a text file in the tarball of a version. @param file - its path in the tarball */
export function fileTextPagePath(name: string, version: string, file: string): string {
  const path = file.split('/').map(encodeURIComponent).join('/');
  return `${filesPagePath(name, version)}/${path}`;
}

/** What the path of each picture of a version begins with; the path of its file follows, behind a slash. */
export function picturesPath(name: string, version: string): string {
  return `${primePagePath(name, version)}/file`;
}

/** The page with the graph of a version's atoms. */
export function graphPagePath(name: string, version: string): string {
  return `${primePagePath(name, version)}/graph`;
}

/** The small SVG of that graph. */
export function graphPicturePath(name: string, version: string): string {
  return `${primePagePath(name, version)}/graph.svg`;
}

/** The PNG of that graph, 1200 by 630 pixels, which other sites show next to a link. */
export function graphPreviewPath(name: string, version: string): string {
  return `${primePagePath(name, version)}/graph.png`;
}

/** The page of an atom in a version. */
export function atomPagePath(name: string, version: string, atom: string): string {
  return `${primePagePath(name, version)}/atom/${atom}`;
}

/** The page of a scope; `scope` includes its `@`. */
export function scopePagePath(scope: string): string {
  return `/-/scope/${scope}`;
}

/** The page with the results of a search. */
export function findPagePath(text: string): string {
  return `${ROUTES.findPage}?${new URLSearchParams({ q: text })}`;
}

/** The page that lists all Primes, or those that pass filters. */
export function browsePath(
  query: Readonly<Partial<Record<'sort' | 'from' | SearchFilter, string>>> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? ROUTES.browsePage : `${ROUTES.browsePage}?${new URLSearchParams(given)}`;
}

/** The page that leads to an atom in the latest version of the Prime that has it. */
export function atomHomePath(id: string): string {
  return `/-/atom/${id}`;
}

/** The feed of published versions: all, or those of a scope (with its `@`) or of a Prime. */
export function feedPath(of?: string): string {
  return of === undefined ? ROUTES.feed : `${ROUTES.feed}/${of}`;
}

/** The sitemap with the Primes of a scope; `scope` includes its `@`. */
export function scopeSitemapPath(scope: string): string {
  return `/-/sitemap/${scope}/primes.xml`;
}
