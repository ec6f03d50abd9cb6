// Public interface of the package: pages, feeds, and the files that browsers load.
export type { ApiDocument } from './api-document.ts';
export { ASSETS } from './assets.ts';
export { MAX_ENTRIES, renderFeed } from './feed.ts';
export { drawGraph } from './graph/graph-drawing.ts';
export { renderGraph, renderThumbnail } from './graph/graph-svg.ts';
export { type GraphPages, PageCache } from './page-cache.ts';
export { renderApiReference } from './pages/api-reference.ts';
export { type Neighbour, renderAtomPage } from './pages/atom-page.ts';
export { renderComingPage } from './pages/coming-page.ts';
export { renderDiffPage } from './pages/diff-page.ts';
export { renderErrorPage } from './pages/error-page.ts';
export { renderFindPage, renderFindProblem } from './pages/find-page.ts';
export { renderGraphPage } from './pages/graph-page.ts';
export { type HomeContents, renderHome } from './pages/home.ts';
export { renderLogPage } from './pages/log-page.ts';
export { type LoggedPlace, type PrimeContents, renderPrimePage } from './pages/prime-page.ts';
export { renderPublishingPage } from './pages/publishing-page.ts';
export { renderScopePage } from './pages/scope-page.ts';
export { MAX_LISTED, renderVersionsPage } from './pages/versions-page.ts';
export { countOf } from './parts/amounts.ts';
export { AtomLinker, type AtomLinks } from './parts/atom-links.ts';
export { type AtomOverview, renderAtomOverview } from './parts/atom-overview.ts';
export { firstDayShown, renderDownloads } from './parts/download-chart.ts';
export { Html, html } from './parts/html.ts';
export { type MarkdownOptions, type RenderedText, renderMarkdown } from './parts/markdown.ts';
export { MAX_REQUIRING } from './parts/required-primes.ts';
export type { ShownVersion } from './parts/version-table.ts';
export { type Picture, Site } from './site/site.ts';
export {
  DEFAULT_NAME,
  DEFAULT_SITE,
  type SiteColours,
  type SiteLink,
  type SiteMark,
  type SiteSettings,
} from './site/site-settings.ts';
export {
  MAX_SITEMAP_ENTRIES,
  renderPagesSitemap,
  renderScopeSitemap,
  renderSitemapIndex,
} from './site/sitemap.ts';
