// What the suite publishes: names that no one else uses, small manifests, and tarballs that agree with them.
import { randomInt } from 'node:crypto';
import { BOUNDARY_PREFIX, type FormPart } from './multipart.ts';
import { packTarball } from './tarball.ts';

/** The fields that a pack.yaml and the version manifest share (contract section 2). */
export interface ManifestFields {
  readonly 'prime-version': string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly atoms: number;
  readonly namespaces: readonly string[];
}

/** One version of a Prime, ready to be published. */
export interface Release {
  readonly name: string;
  readonly version: string;
  readonly fields: ManifestFields;
  /** The content of pack.yaml: the manifest part, and the file at the root of the tarball. */
  readonly manifestText: string;
  readonly tarball: Buffer;
}

/** Twelve random lower-case letters: a word that no registry holds yet. */
export function randomWord(): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

/** The word that only this Prime's name and descriptions hold. */
export function wordOf(name: string): string {
  return name.slice(name.lastIndexOf('-') + 1);
}

/** A release of a Prime. `changes` are its differences from the plain one. */
export function makeRelease(name: string, version: string, changes: Partial<ManifestFields> = {}): Release {
  const fields: ManifestFields = {
    'prime-version': '1.0',
    name,
    version,
    description: `Version ${version} of a Prime made by a conformance run, to be found by the word ${wordOf(name)}`,
    license: 'Apache-2.0',
    atoms: 2,
    namespaces: [name.slice(0, name.indexOf('/')), '@conformance-notes'],
    ...changes,
  };
  const manifestText = yamlOf(fields);
  return { name, version, fields, manifestText, tarball: tarballFor(manifestText, fields.atoms) };
}

/** The same version with a tarball of other bytes. */
export function withOtherBytes(release: Release, remark: string): Release {
  return { ...release, tarball: tarballFor(release.manifestText, release.fields.atoms, remark) };
}

/** A tarball with this pack.yaml at its root and so many atoms. */
export function tarballFor(manifestText: string, atoms: number, remark = ''): Buffer {
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const halfBoundary = Buffer.from(`\r\n--${BOUNDARY_PREFIX}\r\n--\r\n${remark}`);
  return packTarball([
    { path: 'pack.yaml', content: manifestText },
    ...Array.from({ length: atoms }, (_, index) => ({
      path: `primes/note-${index + 1}.prime`,
      content: `note Note${index + 1} {\n  statement: "Published to be read back."\n}\n`,
    })),
    { path: 'assets/bytes.bin', content: Buffer.concat([everyByte, halfBoundary]) },
  ]);
}

/** A mapping as YAML: every value in JSON, which YAML 1.2 contains. */
export function yamlOf(fields: Readonly<Record<string, unknown>> | ManifestFields): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

/** The manifest as a form field (contract section 4.1: a string). */
export function manifestPart(text: string): FormPart {
  return { name: 'manifest', body: text };
}

/** The tarball as a file part (contract section 4.1: binary). */
export function tarballPart(bytes: Buffer): FormPart {
  return { name: 'tarball', fileName: 'prime.tar.gz', contentType: 'application/gzip', body: bytes };
}

/** The form that publishes a release, its parts in the order of the contract's table. */
export function formOf(release: Release): readonly FormPart[] {
  return [manifestPart(release.manifestText), tarballPart(release.tarball)];
}
