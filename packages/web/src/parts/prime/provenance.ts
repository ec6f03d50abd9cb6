// The identity that published a version, and what that proves.
import {
  describeProvenance,
  linkProvenance,
  type Provenance,
  provenancePath,
} from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { type Html, html } from '../html.ts';
import { outsideLink } from '../outside-link.ts';
import { originLink } from './prime-entries.ts';

/** A version that an identity has published. */
interface PublishedVersion extends Pick<VersionRecord, 'name' | 'version' | 'origin'> {
  /** Whether this registry took in what an export says. */
  readonly isImported: boolean;
}

/** The identity, with links to well-known public forges; of a version from elsewhere, as others say. */
export function renderProvenance(
  provenance: Provenance,
  { name, version, origin, isImported }: PublishedVersion,
): Html {
  const verified =
    origin !== undefined
      ? html`As ${originLink(origin)} says, it verified`
      : isImported
        ? 'As the import says that brought the version here, its registry verified'
        : 'The registry verified';
  return html`${describeProvenance(provenance)}${renderLinks(provenance)}
<p class="small faint">${verified} this identity at <code>${provenance.issuer}</code>, and that it published the version, by the rule ‘${provenance.rule}’. That does not prove what built it, nor from which source. <a href="${provenancePath(name, version)}">in-toto statement</a></p>`;
}

function renderLinks(provenance: Provenance): Html | false {
  const links = linkProvenance(provenance);
  if (links === undefined) return false;
  const { repository, commit, run } = links;
  return html` (${outsideLink(repository, 'repository')}${commit !== undefined && html`, ${outsideLink(commit, 'commit')}`}${run !== undefined && html`, ${outsideLink(run, 'run')}`})`;
}
