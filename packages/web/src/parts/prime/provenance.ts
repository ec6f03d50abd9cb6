// The identity that published a version, and what that proves; and the keys that have signed it.
import {
  describeProvenance,
  linkProvenance,
  type Provenance,
  provenancePath,
  scopeOf,
  signaturesPath,
} from '@prime-registry/protocol';
import type { SignatureRecord, VersionRecord } from '@prime-registry/store';
import { formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';
import { outsideLink } from '../outside-link.ts';
import { originLink } from './prime-entries.ts';

/**
 * The identity, with links to well-known public forges; of a version from elsewhere, as others say.
 * @param isImported - whether this registry took in what an export says
 */
export function renderProvenance(
  provenance: Provenance,
  { name, version, origin }: Pick<VersionRecord, 'name' | 'version' | 'origin'>,
  isImported: boolean,
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

/** The keys that have signed a version, and for whom its scope has listed them. Whether that is enough is for the reader. */
export function renderSignedBy(name: string, version: string, signatures: readonly SignatureRecord[]): Html {
  const keys = signatures.map(({ fingerprint, principal, sinceIndex }) => {
    const who = principal !== undefined && html`${principal}, `;
    const since =
      sinceIndex === undefined
        ? ', not a key of the scope'
        : `, a key of ${scopeOf(name)} since entry #${formatNumber(sinceIndex)}`;
    return html`${who}<span class="digest">${fingerprint}</span>${since}<br>`;
  });
  return html`${keys}<a href="${signaturesPath(name, version)}">${signatures.length === 1 ? 'Signature' : 'Signatures'}</a>`;
}
