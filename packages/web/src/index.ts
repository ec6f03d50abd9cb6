// Public interface of the package: pages, feeds, and the files that browsers load.
export type { ApiDocument } from './api-document.ts';
export { ASSETS } from './assets.ts';
export type { ComparedRange, DiffOutline, DiffTexts, NamedAtom } from './diff/diff-contents.ts';
export { renderChanges } from './diff/render-changes.ts';
export { MAX_ENTRIES, renderFeed } from './feed.ts';
export { titleOf } from './graph/atom-title.ts';
export { drawGraph, type GraphDrawing } from './graph/graph-drawing.ts';
export { groupByKind, type KindGroup } from './graph/graph-groups.ts';
export { renderPreview } from './graph/graph-preview.ts';
export { renderGraph } from './graph/graph-svg.ts';
export { renderThumbnail } from './graph/graph-thumbnail.ts';
export { type PicturedAtom, type PicturedEdge, renderNeighbourhood } from './graph/neighbourhood.ts';
export { type GraphPages, PageCache } from './page-cache.ts';
export { renderApiReference } from './pages/api-reference.ts';
export { renderAtomPage } from './pages/atom-page.ts';
export { ATOMS_OF_A_PAGE, type AtomChoice, renderAtomsPage } from './pages/atoms-page.ts';
export { renderBrowsePage, renderBrowseProblem } from './pages/browse-page.ts';
export { renderComingPage } from './pages/coming-page.ts';
export { renderDiffPage } from './pages/diff-page.ts';
export { type Nearby, renderErrorPage } from './pages/error-page.ts';
export { renderFileTextPage } from './pages/file-text-page.ts';
export { renderFilesPage } from './pages/files-page.ts';
export { renderFindAtomsPage } from './pages/find-atoms-page.ts';
export { renderFindPage, renderFindProblem } from './pages/find-page.ts';
export { renderGraphPage } from './pages/graph-page.ts';
export { type HomeContents, renderHome } from './pages/home.ts';
export { renderLogPage } from './pages/log-page.ts';
export { type AtomsAtAGlance, renderPrimePage, VERSIONS_SHOWN } from './pages/prime-page.ts';
export { renderPublishingPage } from './pages/publishing-page.ts';
export { renderReadingPage } from './pages/reading-page.ts';
export { renderScopePage } from './pages/scope-page.ts';
export { renderScopesPage, SCOPE_ORDERS } from './pages/scopes-page.ts';
export { MAX_LISTED, renderVersionsPage } from './pages/versions-page.ts';
export { countOf } from './parts/amounts.ts';
export type { AtomBody, AtomPlace, AtomView } from './parts/atom/atom-contents.ts';
export type { Neighbour } from './parts/atom/atom-edges.ts';
export type { AtomHistory, HistoryState } from './parts/atom/atom-history.ts';
export { AtomLinker } from './parts/atom/atom-linker.ts';
export { AtomLinks, type LinkColumns } from './parts/atom/atom-links.ts';
export { AtomLister, type AtomListing, lineOf } from './parts/atom/atom-list.ts';
export { writeAtomMarkdown } from './parts/atom/atom-markdown.ts';
export { renderSections } from './parts/atom/atom-sections.ts';
export { Html, html } from './parts/html.ts';
export { listAddress } from './parts/list-address.ts';
export {
  type FileLinks,
  type Heading,
  loadHighlight,
  type MarkdownOptions,
  type PictureSize,
  type RenderedText,
  renderMarkdown,
} from './parts/markdown.ts';
export type { LoggedPlace } from './parts/prime/aside-contents.ts';
export { firstDayShown, renderDownloads } from './parts/prime/download-chart.ts';
export { cutText } from './parts/prime/prime-entries.ts';
export type { PrimeHead } from './parts/prime/prime-head.ts';
export { MAX_REQUIRING } from './parts/prime/prime-relations.ts';
export type { TabbedVersion } from './parts/prime/prime-tabs.ts';
export type { VersionStep } from './parts/prime/step.ts';
export { listRanges, type ShownVersion } from './parts/prime/version-table.ts';
export {
  AnchorClaims,
  divideReading,
  encodeShownEdges,
  type Reading,
  type ReadingAtom,
  renderReading,
} from './parts/reading.ts';
export type { Picture } from './site/icons.ts';
export { Site } from './site/site.ts';
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
  writeScopeSitemap,
  writeSitemapIndex,
} from './site/sitemap.ts';
