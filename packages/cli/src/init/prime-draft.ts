// The fields of a new Prime, and its pack.yaml.
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

/** Why a registry would refuse the value of a field; undefined for a valid one. */
export function findFieldProblem(field: keyof DraftTexts, value: string): string | undefined {
  const parsed = parseManifest(Buffer.from(renderManifest({ ...GOOD, [field]: value })));
  return 'problems' in parsed ? parsed.problems[0]?.message : undefined;
}

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

# An identifier of https://spdx.org/licenses.
license: ${quoted(license)}

# More words for search:
# tags: [style, web]
`;
}

/** A JSON string is a double-quoted scalar in YAML. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
