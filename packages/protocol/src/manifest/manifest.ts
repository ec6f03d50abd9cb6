// The manifest of a publish: a complete and well-formed pack.yaml (contract sections 2 and 4.1).

import type { PrimeName } from '../names/prime-name.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import type { Requires } from '../versions/requires.ts';
import type { Version } from '../versions/version.ts';
import { type ManifestFields, type ManifestReadingOptions, readManifestFields } from './manifest-fields.ts';

/** A manifest that may be published. */
export interface Manifest {
  readonly name: PrimeName;
  readonly version: Version;
  readonly description: string;
  readonly license: string;
  readonly primeVersion: string;
  /** If undefined, the atoms of the tarball are counted. */
  readonly atoms: number | undefined;
  /** If undefined, the namespaces are read from the tarball. */
  readonly namespaces: readonly string[] | undefined;
  /** If defined, the tarball must have this digest. */
  readonly sha256: string | undefined;
  readonly tags: readonly string[];
  /** Empty if it requires none. */
  readonly requires: Requires;
}

const EXAMPLES = {
  name: 'name: "@acme/web-style"',
  version: 'version: 1.0.0',
  description: 'description: What it is about',
  license: 'license: Apache-2.0',
  'prime-version': 'prime-version: "1.0"',
} as const;

/** Parses a manifest; reports every missing or malformed field, with line and column if known. */
export function parseManifest(
  bytes: Uint8Array,
  options?: ManifestReadingOptions,
): { manifest: Manifest } | { problems: FieldProblem[] } {
  const { fields, problems } = readManifestFields(bytes, options);
  const { name, version, description, license, 'prime-version': primeVersion } = fields;
  if (
    problems.length > 0 ||
    name === undefined ||
    version === undefined ||
    description === undefined ||
    license === undefined ||
    primeVersion === undefined
  ) {
    return { problems: [...findMissing(fields, problems), ...problems] };
  }
  const { atoms, namespaces, sha256, tags = [], requires = {} } = fields;
  const optional = { atoms, namespaces, sha256, tags, requires };
  return { manifest: { name, version, description, license, primeVersion, ...optional } };
}

function findMissing(fields: ManifestFields, problems: readonly FieldProblem[]): FieldProblem[] {
  const known = new Set([...Object.keys(fields), ...problems.map(({ field }) => field)]);
  // A text that is not a YAML mapping has one problem, not six.
  if (known.has('manifest')) return [];
  return Object.entries(EXAMPLES)
    .filter(([field]) => !known.has(field))
    .map(([field, example]) => ({ field, message: `is missing; add a line such as '${example}'` }));
}
