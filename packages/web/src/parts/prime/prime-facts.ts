// The facts of a version.
import { filesPagePath, findPagePath, logProofPath, ROUTES, scopeOf } from '@prime-registry/protocol';
import type { VersionActors } from '@prime-registry/store';
import { dateOf, formatBytes, formatNumber } from '../amounts.ts';
import { type Fact, MAX_FACT_ITEMS } from '../fact.ts';
import { type Html, html } from '../html.ts';
import type { AsideContents } from './aside-contents.ts';
import { renderChannels } from './channels.ts';
import { listManifestFacts } from './manifest-facts.ts';
import { originLink, scopeLink } from './prime-entries.ts';
import { renderProvenance, renderSignedBy } from './provenance.ts';
import { registryLink } from './successor.ts';

/** What is known about a version, in the order in which it is shown. */
export function listFacts(contents: AsideContents): (Fact | false | undefined)[] {
  const { record, versions, atomCount, isHere, lifecycle, logged, signatures, about } = contents;
  const { name, version, namespaces, license, sha256, sizeBytes, publishedAtMs, primeVersion } = record;
  const { origin, promotedFrom } = record;
  const channels = lifecycle?.channels ?? [];
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
        html`${registryLink(promotedFrom.registry)}, published there on ${dateOf(promotedFrom.publishedAtMs)}`,
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

function whole(term: string, value: Html): Fact {
  return { term, value, isWhole: true };
}

/** Who published the version, and who yanked it. Of a version from elsewhere, nobody here did. */
function listActors({ record, actors, logged }: AsideContents): (Fact | false | undefined)[] {
  const { origin, provenance } = record;
  const isImported = logged?.isImported ?? false;
  const own = origin === undefined ? actors : undefined;
  const publisher =
    provenance !== undefined
      ? renderProvenance(provenance, record, isImported)
      : !isImported && own && renderActor(own.publishedBy);
  return [
    publisher && whole('Published by', publisher),
    own?.yankedBy !== undefined && whole('Yanked by', renderActor(own.yankedBy)),
  ];
}

/** A token by its name; the log has its id. */
function renderActor({ id, name }: VersionActors['publishedBy']): Html {
  return name === undefined ? html`the token <span class="digest">${id}</span>` : html`${name}`;
}
