// The head of every page about a version of a Prime: its name and standing, and the links to its parts.
import { primePagePath } from '@prime-registry/protocol';
import { ofText } from '../authors-text.ts';
import { type Html, html, renderLine } from '../html.ts';
import type { Page } from '../layout.ts';
import { createChannelFinder, renderChannelTags } from './channels.ts';
import { DEPRECATED, scopeLink, shortOf } from './prime-entries.ts';
import { type PrimeTab, renderPrimeTabs } from './prime-tabs.ts';
import { renderStandingNotes, type VersionStanding } from './standing-notes.ts';

export interface PrimeHead extends VersionStanding {
  /** Number of atoms; undefined if they are unknown. */
  readonly atomCount: number | undefined;
  /** Number of versions of the Prime. */
  readonly versionCount: number;
}

/** For search engines, a part of any version is that of the latest one; without a latest version, it is nothing. */
export function indexingOf(
  { record, latest }: Pick<PrimeHead, 'record' | 'latest'>,
  pathOf: (name: string, version: string) => string,
): Pick<Page, 'canonical' | 'isIndexed'> {
  return latest === undefined ? { isIndexed: false } : { canonical: pathOf(record.name, latest) };
}

/** Renders the head. @param current - the part of the page; its first one has the description as well */
export function renderPrimeHead(head: PrimeHead, current: PrimeTab): Html {
  const { record, latest, deprecation, lifecycle, atomCount, versionCount, isHere } = head;
  const { name, version, description, yankedAtMs } = record;
  const isLatest = version === latest;
  const isFirst = current === 'readme';
  const own = isLatest ? primePagePath(name) : primePagePath(name, version);
  const short = isFirst ? html`${shortOf(name)}` : html`<a href="${own}">${shortOf(name)}</a>`;
  const tabs = { name, version, isLatest, atoms: atomCount, versions: versionCount, isHere };
  return html`<nav class="crumbs" aria-label="Breadcrumbs">${scopeLink(name)} /</nav>
<div class="title"><h1>${short}</h1><span class="version">${version}</span>
${isLatest && html`<span class="tag latest">latest</span>`}${yankedAtMs !== undefined && html`<span class="tag yanked">yanked</span>`}${deprecation !== undefined && DEPRECATED}${renderChannelTags(createChannelFinder(lifecycle?.channels)(version))}</div>
${isFirst && html`<p class="about"${ofText(description)}>${renderLine(description.trim())}</p>`}
${renderStandingNotes(head)}
${renderPrimeTabs(tabs, current)}`;
}
