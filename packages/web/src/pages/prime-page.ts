// A version of a Prime: what it is, how to install it, what it contains.
import {
  findPagePath,
  graphPagePath,
  graphPicturePath,
  primePagePath,
  sourceManifestPath,
  tarballPath,
  versionsPagePath,
} from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { countOf, dateOf, formatBytes } from '../parts/amounts.ts';
import { renderCommand } from '../parts/copy-command.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import type { RenderedText } from '../parts/markdown.ts';
import { cutText, feedsOf, originLink, scopeLink, shortOf } from '../parts/prime-entries.ts';
import { renderVersions, type ShownVersion } from '../parts/version-table.ts';

/** What the page of a version shows. */
export interface PrimeContents {
  readonly record: VersionRecord;
  /** Descending. */
  readonly versions: readonly ShownVersion[];
  /** Undefined if every version is yanked. */
  readonly latest: string | undefined;
  /** Whether the page is about this version, not about the latest one. */
  readonly isPinned: boolean;
  /** Whether it is stored here. Of a version that only an upstream has, only the manifest is known. */
  readonly isHere: boolean;
  /**
   * Base URL of the upstream of the latest version, if that is not stored here yet and this version is shown
   * instead.
   */
  readonly awaitedFrom?: string | undefined;
  readonly readme: RenderedText | undefined;
  readonly downloads: Html;
  /** Undefined if the atoms are unknown, or there are none. */
  readonly atoms: { readonly count: number; readonly overview: Html } | undefined;
}

const VERSIONS_SHOWN = 12;

/** Renders the page of a Prime or of one of its versions. */
export function renderPrimePage(contents: PrimeContents): string {
  const { record, versions, latest, isPinned, readme, atoms } = contents;
  const { name, version, description } = record;
  const table = { name, versions, latest, current: version };
  const more = versions.length - VERSIONS_SHOWN;
  const content = html`
<nav class="crumbs" aria-label="Breadcrumbs">${scopeLink(name)} /</nav>
<div class="title"><h1>${shortOf(name)}</h1><span class="version">${version}</span>
${version === latest && html`<span class="tag latest">latest</span>`}${record.yankedAtMs !== undefined && html`<span class="tag yanked">yanked</span>`}</div>
<p class="about">${renderLine(description)}</p>
${renderStanding(contents)}
<div class="prime">
<section aria-label="Install">${renderCommand(`prime install ${name}${isPinned ? `@${version}` : ''}`, 'Install command')}</section>
${renderAside(contents)}
${
  readme !== undefined &&
  html`<section aria-labelledby="readme"><h2 id="readme">README</h2><div class="prose">${readme.html}</div>
${readme.isCut && html`<p class="small faint">The README is shortened here. The <a href="${tarballPath(name, version)}">tarball</a> has all of it.</p>`}</section>`
}
${atoms?.overview}
<section aria-labelledby="versions"><h2 id="versions">Versions</h2>${renderVersions(table, VERSIONS_SHOWN)}
<p class="small"><a href="${versionsPagePath(name)}">${more > 0 ? `All ${countOf(versions.length, 'version')}, compare any two` : 'Compare any two'}</a></p></section>
</div>`;
  return layout({
    title: `${name} ${version}`,
    description: cutText(description),
    content,
    searched: '',
    feeds: feedsOf(name),
  });
}

/** A note if the version is not the one that most people want. */
function renderStanding({ record, latest, isHere, awaitedFrom }: PrimeContents): Html | false {
  const { name, version, yankedAtMs, yankReason, origin } = record;
  if (awaitedFrom !== undefined && latest !== undefined)
    return html`<div class="note" role="note"><p>This is not the latest version. The latest is <a href="${primePagePath(name, latest)}">${latest}</a>, which has not been pulled from ${originLink(awaitedFrom)} yet.</p></div>`;
  if (!isHere && origin !== undefined)
    return html`<div class="note" role="note"><p>This version is not stored here, so its contents are not shown. It can be installed: it is pulled from ${originLink(origin)} each time.</p></div>`;
  const instead =
    latest === undefined ? html`` : html` The latest is <a href="${primePagePath(name)}">${latest}</a>.`;
  if (yankedAtMs !== undefined) {
    const reason = yankReason === undefined ? html`` : html` Reason: ${yankReason}.`;
    return html`<div class="note bad" role="note"><p><strong>This version was yanked</strong> on ${dateOf(yankedAtMs)}: do not use it for new installs.${reason}${instead}</p></div>`;
  }
  if (version === latest) return false;
  return html`<div class="note" role="note"><p>This is not the latest version.${instead}</p></div>`;
}

function renderAside({ record, downloads, atoms, isHere }: PrimeContents): Html {
  const { name, version, namespaces, license, sha256, sizeBytes, publishedAtMs, primeVersion, origin } =
    record;
  const fact = (term: string, value: Html | string, isWhole = false): Html =>
    html`<div${isWhole && html` class="whole"`}><dt>${term}</dt><dd>${value}</dd></div>`;
  const manyNamespaces = namespaces.slice(0, MAX_NAMESPACES);
  return html`<aside class="aside" aria-label="Facts">
${atoms !== undefined && html`<div class="picture"><a class="thumb" href="${graphPagePath(name, version)}"><img src="${graphPicturePath(name, version)}" alt="" width="400" height="300" loading="lazy"><span>Graph of its ${countOf(atoms.count, 'atom')}</span></a></div>`}
<section class="panel" aria-labelledby="facts"><h2 id="facts">Facts</h2><dl class="facts">
${fact('Published', dateOf(publishedAtMs))}${fact('Licence', license)}
${fact('Size', formatBytes(sizeBytes))}${fact('Atoms', String(record.atoms))}
${fact('Prime format', primeVersion)}${fact('Scope', scopeLink(name))}${origin !== undefined && fact('Pulled from', originLink(origin), true)}
${namespaces.length > 0 && fact('Namespaces', html`${manyNamespaces.map((each) => html`<a href="${findPagePath(each)}">${each}</a> `)}${namespaces.length > MAX_NAMESPACES && `and ${namespaces.length - MAX_NAMESPACES} more`}`, true)}
${fact('SHA-256 of the tarball', html`<span class="digest">${sha256}</span>`, true)}
</dl>
<ul class="line"><li><a href="${tarballPath(name, version)}">Tarball</a></li>${isHere && html`<li><a href="${sourceManifestPath(name, version)}">pack.yaml</a></li>`}</ul></section>
${downloads}
</aside>`;
}

const MAX_NAMESPACES = 12;
