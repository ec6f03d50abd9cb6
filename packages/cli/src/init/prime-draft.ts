// The fields of a new Prime, and its pack.yaml.
import { findLicenseProblem } from '@prime-registry/lint';
import { type PrimeName, parseManifest } from '@prime-registry/protocol';

/** The fields of a new Prime. */
export interface PrimeDraft {
  readonly name: PrimeName;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** The fields of a draft as text. */
export type DraftTexts = { readonly [Field in keyof PrimeDraft]: string };

const GOOD: DraftTexts = {
  name: '@acme/web-style',
  version: '0.1.0',
  description: 'Rules for web pages',
  license: 'MIT',
};

/**
 * Why a registry would refuse the value of a field, or why nobody could know the license; undefined for a valid one.
 * Registries take any license, as Primes have those that were published before.
 */
export function findFieldProblem(field: keyof DraftTexts, value: string): string | undefined {
  const parsed = parseManifest(Buffer.from(renderManifest({ ...GOOD, [field]: value })));
  if ('problems' in parsed) return parsed.problems[0]?.message;
  const problem = field === 'license' ? findLicenseProblem(value) : undefined;
  return problem && `${problem}; ${LICENSES}`;
}

const LICENSES =
  'use an identifier of spdx.org/licenses such as MIT, an expression such as MIT OR Apache-2.0, or LicenseRef-<name> for a license of your own';

/** The pack.yaml of a new Prime, with comments. */
export function renderManifest({ name, version, description, license }: DraftTexts): string {
  return `# The manifest of this Prime: 'prime pack' checks it, 'prime publish' sends it to a registry.

# The version of the Prime format.
prime-version: "1.0"

# @scope/name: the publisher, and the name of the Prime.
name: ${quoted(name)}

# A semantic version. A published version is never replaced: raise it for every publish.
version: ${quoted(version)}

# What it is about, in one or two sentences. Search uses it.
description: ${quoted(description)}

# An identifier of https://spdx.org/licenses, or an expression of several.
license: ${quoted(license)}

# More words for search:
# tags: [style, web]
`;
}

/** A JSON string is a double-quoted scalar in YAML. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
