// Drafts of Primes for tests. Fields that a test does not set have valid defaults.
import { randomUUID } from 'node:crypto';
import { buildTarball, type TarballFiles } from './tarball.ts';
import { encodeForm, type WireForm, type WirePart } from './wire-form.ts';

/** A Prime to publish. */
export interface PrimeDraft {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  /** Further lines of the manifest, as YAML. */
  readonly extra?: string;
  /** The whole manifest, instead of one made from the fields above. */
  readonly manifest?: string | Uint8Array | null;
  /** Files of the tarball, by path. */
  readonly files?: TarballFiles;
  /** The whole tarball, instead of one made from `files`. null omits the part. */
  readonly tarball?: Uint8Array | null;
}

/** The text of a manifest. */
export function manifestText({ name, version, description, extra = '' }: PrimeDraft = {}): string {
  return [
    `name: "${name ?? '@acme/web-style'}"`,
    `version: ${version ?? '1.0.0'}`,
    `description: ${JSON.stringify(description ?? 'Rules for writing web pages')}`,
    'license: Apache-2.0',
    'prime-version: "1.0"',
    extra,
  ].join('\n');
}

/** The tarball of a draft. */
export function tarballOf({ tarball, files, version }: PrimeDraft): Uint8Array | null {
  return tarball === undefined
    ? buildTarball(files ?? { 'README.md': `made for ${version ?? '1.0.0'}\n` })
    : tarball;
}

/** The form of a publish, parts in the usual order. */
export function publishForm(draft: PrimeDraft): FormData {
  const form = new FormData();
  const manifest = draft.manifest === undefined ? manifestText(draft) : draft.manifest;
  if (typeof manifest === 'string') form.set('manifest', manifest);
  else if (manifest !== null)
    form.set('manifest', new Blob([manifest as Uint8Array<ArrayBuffer>]), 'pack.yaml');
  const tarball = tarballOf(draft);
  if (tarball !== null) form.set('tarball', new Blob([tarball as Uint8Array<ArrayBuffer>]), 'prime.tar.gz');
  return form;
}

/** The same form as bytes, as `fetch` encodes it: in a third of the processor time. */
export function publishWireForm(draft: PrimeDraft): WireForm {
  const parts: WirePart[] = [];
  const headers = ['Content-Type: application/octet-stream'];
  const manifest = draft.manifest === undefined ? manifestText(draft) : draft.manifest;
  if (typeof manifest === 'string')
    parts.push({ name: 'manifest', body: manifest.replaceAll(/\r\n?|\n/g, '\r\n') });
  else if (manifest !== null)
    parts.push({ name: 'manifest', body: manifest, fileName: 'pack.yaml', headers });
  const tarball = tarballOf(draft);
  if (tarball !== null) parts.push({ name: 'tarball', body: tarball, fileName: 'prime.tar.gz', headers });
  return encodeForm(parts, `boundary-${randomUUID()}`);
}
