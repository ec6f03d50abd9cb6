// The keys that have signed a version, and for whom its scope has listed them. Whether that is enough is for the reader.
import { scopeOf, signaturesPath } from '@prime-registry/protocol';
import type { SignatureRecord } from '@prime-registry/store';
import { formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';

/** The keys of a version. */
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
