// Publishes with signatures.
import { hash } from 'node:crypto';
import { manifestText, type PrimeDraft, publishForm, tarballOf } from '../primes/prime-draft.ts';

/** The text that authors of a draft sign. */
export function statementText(draft: PrimeDraft = {}): string {
  const manifest = draft.manifest ?? manifestText(draft);
  return [
    'prime-statement/v1',
    `name ${draft.name ?? '@acme/web-style'}`,
    `version ${draft.version ?? '1.0.0'}`,
    `sha256 ${hash('sha256', tarballOf(draft) ?? '', 'hex')}`,
    `manifest-sha256 ${hash('sha256', manifest, 'hex')}`,
    '',
  ].join('\n');
}

/** The form of a publish with signatures. */
export function signedForm(draft: PrimeDraft, signatures: readonly string[]): FormData {
  // As bytes: a form turns the line feeds of texts into CRLF, and the manifest is signed as it arrives.
  const form = publishForm({ ...draft, manifest: Buffer.from(draft.manifest ?? manifestText(draft)) });
  for (const signature of signatures) form.append('signature', signature);
  return form;
}
