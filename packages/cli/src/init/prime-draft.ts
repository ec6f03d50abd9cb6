// What has to be known of a Prime before its first file is written, and the text of the pack.yaml that says it.
import { type PrimeName, parseManifest } from '@prime-registry/protocol';

/** What is said of a new Prime. */
export interface PrimeDraft {
  readonly name: PrimeName;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** The fields of a draft as text, the way they are given and asked for. */
export type DraftTexts = { readonly [Field in keyof PrimeDraft]: string };

const GOOD: DraftTexts = {
  name: '@acme/web-style',
  version: '0.1.0',
  description: 'Rules for web pages',
  license: 'MIT',
};

/** What a registry would say against the value of a field; undefined for a good one. */
export function findFieldProblem(field: keyof DraftTexts, value: string): string | undefined {
  const parsed = parseManifest(Buffer.from(renderManifest({ ...GOOD, [field]: value })));
  return 'problems' in parsed ? parsed.problems[0]?.message : undefined;
}

/** The pack.yaml of a new Prime, with comments. */
export function renderManifest({ name, version, description, license }: DraftTexts): string {
  return `# What this Prime is: 'prime pack' checks it, 'prime publish' sends it to a registry.

# The version of the Prime format.
prime-version: "1.0"

# @scope/name: who publishes it, and what it is.
name: ${quoted(name)}

# A semantic version. A published version is never replaced: raise it for every publish.
version: ${quoted(version)}

# What it is about, in a sentence or two; search reads it.
description: ${quoted(description)}

# An identifier of https://spdx.org/licenses.
license: ${quoted(license)}

# More words that search finds it by:
# tags: [style, web]
`;
}

/** JSON's texts are YAML's, in double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
