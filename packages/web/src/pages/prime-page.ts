// A version of a Prime: what it is, how to install it, what it contains.
import {
  atomsPagePath,
  graphPreviewPath,
  primeDocumentPath,
  tarballPath,
  versionsPagePath,
} from '@prime-registry/protocol';
import { countOf, dateOf } from '../parts/amounts.ts';
import { type AtomListing, renderKindLinks, renderKindsOfAtoms } from '../parts/atom/atom-list.ts';
import { countProblems } from '../parts/atom/atom-problems.ts';
import { renderContents } from '../parts/contents.ts';
import { type Html, html } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import type { RenderedText } from '../parts/markdown.ts';
import type { AsideContents } from '../parts/prime/aside-contents.ts';
import { renderInstall } from '../parts/prime/install.ts';
import { renderAside } from '../parts/prime/prime-aside.ts';
import { cutText, feedsOf } from '../parts/prime/prime-entries.ts';
import { renderPrimeHead } from '../parts/prime/prime-head.ts';
import { type Relations, renderRelations } from '../parts/prime/prime-relations.ts';
import type { VersionStep } from '../parts/prime/step.ts';
import { renderVersions } from '../parts/prime/version-table.ts';

export interface PrimeContents extends Omit<AsideContents, 'headings'>, Relations {
  /** Whether a version is deprecated. */
  readonly isDeprecated?: ((version: string) => boolean) | undefined;
  /** How much each of the first {@link VERSIONS_SHOWN} versions changed; some may be missing. */
  readonly steps: ReadonlyMap<string, VersionStep>;
  readonly readme: RenderedText | undefined;
  /** Undefined if the atoms are unknown, or there are none. */
  readonly atoms: AtomsAtAGlance | undefined;
}

/** The atoms of a version, next to its README. */
export interface AtomsAtAGlance {
  readonly kinds: readonly { readonly kind: string; readonly count: number }[];
  readonly problemCount: number;
  /** The atoms, to show where there is no README; undefined if there is one, or they are many. */
  readonly listing: AtomListing | undefined;
}

/** The newest versions. */
export const VERSIONS_SHOWN = 5;
/** Atoms of each kind where there is no README. */
const OF_EACH_KIND = 10;

export function renderPrimePage(contents: PrimeContents): string {
  const { record, versions, latest, atoms, isDeprecated, steps, isPinned, atomCount } = contents;
  const { name, version, description } = record;
  const channels = contents.lifecycle?.channels ?? [];
  const table = {
    name,
    versions,
    latest,
    current: version,
    lifecycle: { channels, removed: [] },
    ...{ isDeprecated, steps },
  };
  const more = versions.length - VERSIONS_SHOWN;
  const content = html`
${renderPrimeHead({ ...contents, atomCount, versionCount: versions.length }, 'readme')}
<ul class="line brief"><li>${record.license}</li><li>${dateOf(record.publishedAtMs)}</li><li>${countOf(atomCount ?? record.atoms, 'atom')}</li><li><a href="#facts">All facts</a></li></ul>
<div class="prime">
${renderInstall(contents)}
${atoms && renderGlance(contents, atoms)}
${renderReadme(contents)}
${renderRelations(contents)}
<section aria-labelledby="versions"><h2 id="versions">Versions</h2>${renderVersions(table, VERSIONS_SHOWN)}
<p class="small"><a href="${versionsPagePath(name)}">${more > 0 ? `All ${countOf(versions.length, 'version')}, compare any two` : versions.length > 1 ? 'Compare any two' : 'All versions'}</a></p></section>
${renderAside({ ...contents, headings: contents.readme?.headings ?? [] })}
</div>`;
  return layout({
    title: `${name} ${version}`,
    description: cutText(description.replaceAll(/\s+/g, ' ').trim()),
    content,
    picture: atoms && graphPreviewPath(name, version),
    document: atoms && primeDocumentPath(name, isPinned ? version : undefined),
    feeds: feedsOf(name),
  });
}

/** What is inside, in one line. */
function renderGlance({ record }: PrimeContents, { kinds, problemCount }: AtomsAtAGlance): Html {
  return html`<section aria-label="Atoms">${renderKindLinks(record, kinds)}${problemCount > 0 && html`<p class="small"><a href="${atomsPagePath(record.name, record.version)}#problems">${countProblems(problemCount)}</a></p>`}</section>`;
}

/** The README; without one, the atoms. */
function renderReadme({ record, readme, atoms, isHere }: PrimeContents): Html | false {
  const { name, version } = record;
  if (readme !== undefined)
    return html`<section aria-labelledby="readme"><h2 id="readme" class="unseen">README</h2>${renderContents(readme.headings, 'above')}<div class="prose">${readme.html}</div>
${readme.isCut && html`<p class="small faint">The README is shortened here. The <a href="${tarballPath(name, version)}">tarball</a> has all of it.</p>`}</section>`;
  if (!isHere) return false;
  return html`<section aria-labelledby="readme"><h2 id="readme">${atoms?.listing === undefined ? 'README' : 'Atoms'}</h2><p class="faint">This version has no README.</p>
${atoms?.listing !== undefined && renderKindsOfAtoms(record, atoms.listing, OF_EACH_KIND)}</section>`;
}
