// A version of a Prime: what it is, how to install it, what it contains.
import type { Score } from '@prime-registry/lint';
import {
  findPagePath,
  graphPagePath,
  graphPicturePath,
  logProofPath,
  primeDocumentPath,
  ROUTES,
  sourceManifestPath,
  tarballPath,
  versionsPagePath,
} from '@prime-registry/protocol';
import type { PrimeLinks, RequiringPrime, SignatureRecord } from '@prime-registry/store';
import { countOf, dateOf, formatBytes, formatNumber } from '../parts/amounts.ts';
import { createChannelFinder, renderChannels, renderChannelTags } from '../parts/channels.ts';
import { renderCommand } from '../parts/copy-command.ts';
import { type Html, html, renderLine } from '../parts/html.ts';
import { layout } from '../parts/layout.ts';
import type { RenderedText } from '../parts/markdown.ts';
import { cutText, DEPRECATED, feedsOf, originLink, scopeLink, shortOf } from '../parts/prime-entries.ts';
import { renderPrimeLinks } from '../parts/prime-links.ts';
import { renderProvenance } from '../parts/provenance.ts';
import { renderRequired, renderRequiring } from '../parts/required-primes.ts';
import { renderScore } from '../parts/score.ts';
import { renderSignedBy } from '../parts/signed-by.ts';
import { renderStandingNotes, type VersionStanding } from '../parts/standing-notes.ts';
import { outsideLink } from '../parts/successor.ts';
import { renderVersions, type ShownVersion } from '../parts/version-table.ts';

/** What the page of a version shows. */
export interface PrimeContents extends VersionStanding {
  /** Descending. */
  readonly versions: readonly ShownVersion[];
  /** Whether a version is deprecated. */
  readonly isDeprecated?: ((version: string) => boolean) | undefined;
  /** Whether the page is about this version, not about the latest one. */
  readonly isPinned: boolean;
  /** The Primes of this registry that require this one; one more than MAX_REQUIRING if there are more. */
  readonly requiring: readonly RequiringPrime[];
  readonly readme: RenderedText | undefined;
  readonly downloads: Html;
  /** Undefined if the atoms are unknown, or there are none. */
  readonly atoms: { readonly count: number; readonly overview: Html } | undefined;
  /** Undefined if the atoms were not assessed. */
  readonly score: Score | undefined;
  /** Its entry in the transparency log; undefined if it is not logged yet, or nothing is signed. */
  readonly logged: LoggedPlace | undefined;
  /** Empty if there are none, or they are not here. */
  readonly signatures: readonly SignatureRecord[];
  /** Undefined unless the version is the latest. */
  readonly links: PrimeLinks | undefined;
}

/** Where a version is in the transparency log. */
export interface LoggedPlace {
  /** From 0. */
  readonly index: number;
  readonly atMs: number;
  /** Whether the version was taken in as it had been published before: elsewhere, or without a log. */
  readonly isImported: boolean;
}

const VERSIONS_SHOWN = 12;
const MAX_CHANNEL_COMMANDS = 3;

/** Renders the page of a Prime or of one of its versions. */
export function renderPrimePage(contents: PrimeContents): string {
  const { record, versions, latest, readme, atoms, deprecation, isDeprecated } = contents;
  const { name, version, description } = record;
  const channels = contents.lifecycle?.channels ?? [];
  const table = {
    name,
    versions,
    latest,
    current: version,
    lifecycle: { channels, removed: [] },
    isDeprecated,
  };
  const more = versions.length - VERSIONS_SHOWN;
  const content = html`
<nav class="crumbs" aria-label="Breadcrumbs">${scopeLink(name)} /</nav>
<div class="title"><h1>${shortOf(name)}</h1><span class="version">${version}</span>
${version === latest && html`<span class="tag latest">latest</span>`}${record.yankedAtMs !== undefined && html`<span class="tag yanked">yanked</span>`}${deprecation !== undefined && DEPRECATED}${renderChannelTags(createChannelFinder(channels)(version))}</div>
<p class="about">${renderLine(description)}</p>
${renderStandingNotes(contents)}
<div class="prime">
${renderInstall(contents)}
${renderAside(contents)}
${
  readme !== undefined &&
  html`<section aria-labelledby="readme"><h2 id="readme">README</h2><div class="prose">${readme.html}</div>
${readme.isCut && html`<p class="small faint">The README is shortened here. The <a href="${tarballPath(name, version)}">tarball</a> has all of it.</p>`}</section>`
}
${renderRequired(record)}
${atoms?.overview}
${contents.links && renderPrimeLinks(contents.links)}
${renderRequiring(contents.requiring)}
<section aria-labelledby="versions"><h2 id="versions">Versions</h2>${renderVersions(table, VERSIONS_SHOWN)}
<p class="small"><a href="${versionsPagePath(name)}">${more > 0 ? `All ${countOf(versions.length, 'version')}, compare any two` : 'Compare any two'}</a></p></section>
</div>`;
  return layout({
    title: `${name} ${version}`,
    description: cutText(description),
    content,
    searched: '',
    document: atoms && primeDocumentPath(name, contents.isPinned ? version : undefined),
    feeds: feedsOf(name),
  });
}

/** The commands; for a yanked version, of what to take instead, because an install of it would be refused. */
function renderInstall({ record, latest, isPinned, lifecycle }: PrimeContents): Html | false {
  const { name, version, yankedAtMs } = record;
  const isYanked = yankedAtMs !== undefined;
  const newName = lifecycle?.movedTo;
  const channels = isYanked || newName !== undefined ? [] : createChannelFinder(lifecycle?.channels)(version);
  if (isYanked && newName === undefined && latest === undefined) return false;
  const command = isPinned && !isYanked ? `${name}@${version}` : (newName ?? name);
  return html`<section aria-label="Install">${renderCommand(`prime install ${command}`, 'Install command')}${channels
    .slice(0, MAX_CHANNEL_COMMANDS)
    .map((channel) =>
      renderCommand(`prime install ${name}@${channel}`, `Install command of the channel ${channel}`),
    )}</section>`;
}

function renderAside(contents: PrimeContents): Html {
  const { record, versions, downloads, atoms, isHere, lifecycle, score, logged, signatures } = contents;
  const { name, version, namespaces, license, sha256, sizeBytes, publishedAtMs, primeVersion } = record;
  const { origin, promotedFrom, provenance } = record;
  const channels = lifecycle?.channels ?? [];
  const fact = (term: string, value: Html | string, isWhole = false): Html =>
    html`<div${isWhole && html` class="whole"`}><dt>${term}</dt><dd>${value}</dd></div>`;
  const manyNamespaces = namespaces.slice(0, MAX_NAMESPACES);
  return html`<aside class="aside" aria-label="Facts">
${atoms !== undefined && html`<div class="picture"><a class="thumb" href="${graphPagePath(name, version)}"><img src="${graphPicturePath(name, version)}" alt="" width="400" height="300" loading="lazy"><span>Graph of its ${countOf(atoms.count, 'atom')}</span></a></div>`}
<section class="panel" aria-labelledby="facts"><h2 id="facts">Facts</h2><dl class="facts">
${fact('Published', dateOf(publishedAtMs))}${fact('Licence', license)}
${fact('Size', formatBytes(sizeBytes))}${fact('Atoms', String(record.atoms))}
${fact('Prime format', primeVersion)}${fact('Scope', scopeLink(name))}${origin !== undefined && fact('Pulled from', originLink(origin), true)}${promotedFrom !== undefined && fact('Promoted from', html`${outsideLink(promotedFrom.registry)}, published there on ${dateOf(promotedFrom.publishedAtMs)}`, true)}${provenance !== undefined && fact('Published by', renderProvenance(provenance, { ...record, isImported: logged?.isImported ?? false }), true)}${channels.length > 0 && fact('Channels', renderChannels(name, channels, versions), true)}
${namespaces.length > 0 && fact('Namespaces', html`${manyNamespaces.map((each) => html`<a href="${findPagePath(each)}">${each}</a> `)}${namespaces.length > MAX_NAMESPACES && `and ${namespaces.length - MAX_NAMESPACES} more`}`, true)}
${fact('SHA-256 of the tarball', html`<span class="digest">${sha256}</span>`, true)}
${signatures.length > 0 && fact('Signed by', renderSignedBy(name, version, signatures), true)}
${logged !== undefined && fact('Transparency', html`In <a href="${ROUTES.log}">the log</a> as entry #${formatNumber(logged.index)} since ${dateOf(logged.atMs)}: <a href="${logProofPath(name, version)}">proof</a>`, true)}
</dl>
<ul class="line"><li><a href="${tarballPath(name, version)}">Tarball</a></li>${isHere && html`<li><a href="${sourceManifestPath(name, version)}">pack.yaml</a></li>`}${atoms && html`<li><a href="${primeDocumentPath(name, version)}">Markdown</a></li>`}</ul></section>
${score !== undefined && renderScore(score)}
${downloads}
</aside>`;
}

const MAX_NAMESPACES = 12;
