// The parts of a Prime, each with an address of its own: one line of links under the heading of all of them.
import {
  atomsPagePath,
  filesPagePath,
  graphPagePath,
  primePagePath,
  readingPagePath,
  versionsPagePath,
} from '@prime-registry/protocol';
import { formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';

export type PrimeTab = 'readme' | 'atoms' | 'read' | 'graph' | 'files' | 'versions';

/** The version that the links lead to. */
export interface TabbedVersion {
  readonly name: string;
  readonly version: string;
  /** Whether the first link is to the Prime, as its latest version, and not to this version. */
  readonly isLatest?: boolean;
  /** Number of its atoms. With none, there is nothing to read and no graph; undefined if they are unknown. */
  readonly atoms?: number | undefined;
  /** Number of versions of the Prime; undefined if they were not counted. */
  readonly versions?: number | undefined;
  /** Whether its tarball is here, so that its atoms and files can be shown; default true. */
  readonly isHere?: boolean;
}

/** Renders the links. @param current - the part that the page shows */
export function renderPrimeTabs(of: TabbedVersion, current: PrimeTab): Html {
  const { name, version, isLatest = false, atoms, versions, isHere = true } = of;
  const tab = (part: PrimeTab, path: string, text: string, count?: number): Html =>
    html`<li><a href="${path}"${part === current && html` aria-current="page"`}>${text}${count !== undefined && html` <span>${formatNumber(count)}</span>`}</a></li>`;
  const hasAtoms = isHere && atoms !== 0;
  return html`<nav class="tabs" aria-label="Parts of ${name}"><ul>
${tab('readme', isLatest ? primePagePath(name) : primePagePath(name, version), 'README')}${hasAtoms && html`${tab('atoms', atomsPagePath(name, version), 'Atoms', atoms)}${tab('read', readingPagePath(name, version), 'Read')}${tab('graph', graphPagePath(name, version), 'Graph')}`}${isHere && tab('files', filesPagePath(name, version), 'Files')}${tab('versions', versionsPagePath(name), 'Versions', versions)}
</ul></nav>`;
}
