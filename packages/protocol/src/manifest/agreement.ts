// Compares the published manifest with the pack.yaml inside the tarball: where the latter has a field of the
// contract, both must agree.
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { type ManifestReadingOptions, readManifestFields } from './manifest-fields.ts';

/** The contract's fields of the published manifest. */
export interface PublishedFields {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly 'prime-version': string;
  readonly atoms: number;
  readonly namespaces: readonly string[];
  readonly sha256: string;
}

/**
 * Reports every field in which the tarball's pack.yaml differs from the published manifest, or is malformed.
 */
export function findDisagreements(
  published: PublishedFields,
  packedManifest: Uint8Array,
  options?: ManifestReadingOptions,
): FieldProblem[] {
  const { fields, problems } = readManifestFields(packedManifest, options);
  const unreadable = problems.map(
    ({ field, message, line }): FieldProblem => ({
      field: 'tarball',
      message: `its pack.yaml${line === undefined ? '' : `, line ${line}`}: ${field}: ${message}`,
    }),
  );
  const packed = {
    ...fields,
    name: fields.name?.full,
    version: fields.version?.full,
    namespaces: fields.namespaces?.toSorted(),
  };
  const expected = { ...published, namespaces: published.namespaces.toSorted() };
  const differing = Object.entries(expected)
    .map(([field, value]) => ({ field, value, inTarball: packed[field as keyof PublishedFields] }))
    .filter(({ value, inTarball }) => inTarball !== undefined && show(inTarball) !== show(value))
    .map(({ field, value, inTarball }): FieldProblem => {
      const is = `is ${quote(show(value))} as published, but ${quote(show(inTarball))} in the tarball's own pack.yaml`;
      // No file can contain the digest of its own archive.
      const remedy = field === 'sha256' ? 'leave it out of the tarball' : 'make them the same';
      return { field, message: `${is}; ${remedy}` };
    });
  return [...unreadable, ...differing];
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
