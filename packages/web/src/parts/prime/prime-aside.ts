// What is next to the README of a version: its graph, facts, score and downloads.
import type { Score } from '@prime-registry/lint';
import {
  filesPagePath,
  findPagePath,
  graphPagePath,
  graphPicturePath,
  logProofPath,
  type ManifestAbout,
  primeDocumentPath,
  ROUTES,
  scopeOf,
  sourceManifestPath,
  tarballPath,
} from '@prime-registry/protocol';
import type { SignatureRecord, VersionActors } from '@prime-registry/store';
import { countOf, dateOf, formatBytes, formatNumber } from '../amounts.ts';
import { renderContents } from '../contents.ts';
import { type Fact, MAX_FACT_ITEMS, renderFacts } from '../fact.ts';
import { type Html, html } from '../html.ts';
import type { Heading } from '../markdown.ts';
import { renderChannels } from './channels.ts';
import { listManifestFacts } from './manifest-facts.ts';
import { originLink, scopeLink } from './prime-entries.ts';
import { renderProvenance } from './provenance.ts';
import { renderScore } from './score.ts';
import { renderSignedBy } from './signed-by.ts';
import type { VersionStanding } from './standing-notes.ts';
import { outsideLink } from './successor.ts';
import type { ShownVersion } from './version-table.ts';

/** What is shown next to a README. */
export interface AsideContents extends VersionStanding {
  readonly versions: readonly ShownVersion[];
  /** Undefined if the atoms are unknown. */
  readonly atomCount: number | undefined;
  readonly about: ManifestAbout;
  /** Undefined if the version is not here. */
  readonly actors: VersionActors | undefined;
  readonly downloads: Html;
  /** Those of the README. */
  readonly headings: readonly Heading[];
  /** Undefined if the atoms were not assessed. */
  readonly score: Score | undefined;
  /** Its entry in the transparency log; undefined if it is not logged yet, or nothing is signed. */
  readonly logged: LoggedPlace | undefined;
  /** Empty if there are none, or they are not here. */
  readonly signatures: readonly SignatureRecord[];
}

/** Where a version is in the transparency log. */
export interface LoggedPlace {
  /** From 0. */
  readonly index: number;
  readonly atMs: number;
  /** Whether the version was taken in as it had been published before: elsewhere, or without a log. */
  readonly isImported: boolean;
}

/** Atoms from which on a picture of them says something. */
const DRAWN_ATOMS = 2;

/** Renders it. */
export function renderAside(contents: AsideContents): Html {
  const { record, downloads, atomCount = 0, isHere, score, headings } = contents;
  const { name, version } = record;
  return html`<aside class="aside" aria-label="Facts">
${atomCount >= DRAWN_ATOMS && html`<div class="picture"><a class="thumb" href="${graphPagePath(name, version)}"><img src="${graphPicturePath(name, version)}" alt="" width="400" height="300" loading="lazy"><span>Graph of its ${countOf(atomCount, 'atom')}</span></a></div>`}
<section class="panel" aria-labelledby="facts"><h2 id="facts">Facts</h2>${renderFacts(listFacts(contents))}
<ul class="line"><li><a href="${tarballPath(name, version)}">Tarball</a></li>${isHere && html`<li><a href="${sourceManifestPath(name, version)}">pack.yaml</a></li>`}${atomCount > 0 && html`<li><a href="${primeDocumentPath(name, version)}">Markdown</a></li>`}</ul></section>
${score !== undefined && renderScore(score)}
${downloads}
${renderContents(headings, 'beside')}</aside>`;
}

function listFacts(contents: AsideContents): (Fact | false)[] {
  const { record, versions, atomCount, isHere, lifecycle, logged, signatures, about } = contents;
  const { name, version, namespaces, license, sha256, sizeBytes, publishedAtMs, primeVersion } = record;
  const { origin, promotedFrom } = record;
  const channels = lifecycle?.channels ?? [];
  const whole = (term: string, value: Html): Fact => ({ term, value, isWhole: true });
  return [
    { term: 'Published', value: dateOf(publishedAtMs) },
    {
      term: 'Licence',
      value: isHere ? html`${license} <a href="${filesPagePath(name, version)}#licence">text</a>` : license,
    },
    { term: 'Size', value: formatBytes(sizeBytes) },
    { term: 'Atoms', value: formatNumber(atomCount ?? record.atoms) },
    { term: 'Prime format', value: primeVersion },
    { term: 'Scope', value: scopeLink(name) },
    ...listManifestFacts(about),
    origin !== undefined && whole('Pulled from', originLink(origin)),
    promotedFrom !== undefined &&
      whole(
        'Promoted from',
        html`${outsideLink(promotedFrom.registry)}, published there on ${dateOf(promotedFrom.publishedAtMs)}`,
      ),
    ...listActors(contents),
    channels.length > 0 && whole('Channels', renderChannels(name, channels, versions)),
    // Most Primes have the namespace of their scope, which is said above.
    namespaces.some((each) => each !== scopeOf(name)) &&
      whole(
        'Namespaces',
        html`${namespaces.slice(0, MAX_FACT_ITEMS).map((each) => html`<a href="${findPagePath(each)}">${each}</a> `)}${namespaces.length > MAX_FACT_ITEMS && `and ${namespaces.length - MAX_FACT_ITEMS} more`}`,
      ),
    whole('SHA-256 of the tarball', html`<span class="digest">${sha256}</span>`),
    signatures.length > 0 && whole('Signed by', renderSignedBy(name, version, signatures)),
    logged !== undefined &&
      whole(
        'Transparency',
        html`In <a href="${ROUTES.log}">the log</a> as entry #${formatNumber(logged.index)} since ${dateOf(logged.atMs)}: <a href="${logProofPath(name, version)}">proof</a>`,
      ),
  ];
}

/** Who published the version, and who yanked it. Of a version from elsewhere, nobody here did. */
function listActors({ record, actors, logged }: AsideContents): Fact[] {
  const { origin, provenance } = record;
  const isImported = logged?.isImported ?? false;
  const facts: Fact[] = [];
  if (provenance !== undefined)
    facts.push({
      term: 'Published by',
      value: renderProvenance(provenance, { ...record, isImported }),
      isWhole: true,
    });
  else if (actors !== undefined && origin === undefined && !isImported)
    facts.push({ term: 'Published by', value: renderActor(actors.publishedBy), isWhole: true });
  if (actors?.yankedBy !== undefined && origin === undefined)
    facts.push({ term: 'Yanked by', value: renderActor(actors.yankedBy), isWhole: true });
  return facts;
}

/** A token by its name; the log has its id. */
function renderActor({ id, name }: VersionActors['publishedBy']): Html {
  return name === undefined ? html`the token <span class="digest">${id}</span>` : html`${name}`;
}
