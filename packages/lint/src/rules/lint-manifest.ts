// What surrounds the atoms: the description and the license in pack.yaml, the README.
import { type Position, quote } from '@prime-registry/protocol';
import type { FindingList } from '../finding.ts';
import { findLicenseProblem } from '../spdx.ts';

export interface PrimeFacts {
  readonly description: string;
  readonly license: string;
  /** Characters of the README without white space at its ends; 0 if there is none. */
  readonly readmeLength: number;
  /** Names of the Primes that it requires. */
  readonly requires: readonly string[];
}

/** Where fields are in pack.yaml; undefined if not known. */
export type PlaceOfField = (field: string) => Position | undefined;

/** A description or README with fewer characters says next to nothing. */
const SHORT_DESCRIPTION = 20;
const SHORT_README = 100;

const MANIFEST_FILE = 'pack.yaml';

export function lintManifest(
  { description, license, readmeLength }: PrimeFacts,
  findings: FindingList,
  placeOf: PlaceOfField = () => undefined,
): void {
  const length = description.trim().length;
  if (length < SHORT_DESCRIPTION) {
    const message = `the description has ${length} characters; ${SHORT_DESCRIPTION} are a good minimum`;
    findings.add('short-description', () => ({ path: MANIFEST_FILE, ...placeOf('description'), message }));
  }
  const problem = findLicenseProblem(license);
  if (problem !== undefined) {
    const message = `the license ${quote(license)} is not an SPDX expression: ${problem}`;
    findings.add('license-not-spdx', () => ({ path: MANIFEST_FILE, ...placeOf('license'), message }));
  }
  if (readmeLength === 0) {
    findings.add('missing-readme', () => ({ path: MANIFEST_FILE, message: 'there is no README.md' }));
  } else if (readmeLength < SHORT_README) {
    const message = `README.md has ${readmeLength} characters; ${SHORT_README} are a good minimum`;
    findings.add('missing-readme', () => ({ path: 'README.md', message }));
  }
}
