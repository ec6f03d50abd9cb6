// The text of a complete manifest, for tests that change one field.
import assert from 'node:assert/strict';
import { type Manifest, parseManifest } from '../../src/manifest/manifest.ts';
import type { FieldProblem } from '../../src/text/field-problem.ts';
import { assertPrintable, assertSentence } from '../sentence.ts';

const FIELDS = {
  name: '"@acme/web-style"',
  version: '1.4.0',
  description: 'Rules of style for the web',
  license: 'Apache-2.0',
  'prime-version': '"1.0"',
};

/**
 * A complete manifest in YAML; a change is the value of a field as YAML, or undefined to remove the field.
 */
export function manifestText(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const lines = Object.entries({ ...FIELDS, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}\n`);
  return lines.join('');
}

/** The bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The manifest of a text that must be accepted. */
export function accepted(text: string): Manifest {
  const parsed = parseManifest(utf8(text));
  assert.ok('manifest' in parsed, JSON.stringify(parsed));
  return parsed.manifest;
}

/** The problems of a text that must be refused, each with a valid message. */
export function problemsOf(text: string | Uint8Array): FieldProblem[] {
  const parsed = parseManifest(typeof text === 'string' ? utf8(text) : text);
  assert.ok('problems' in parsed, 'accepted');
  assert.ok(parsed.problems.length > 0);
  for (const { field, message } of parsed.problems) {
    assertPrintable(field);
    assertSentence(message);
  }
  return parsed.problems;
}

/** The problem of a text that must be refused with a single problem. */
export function onlyProblemOf(text: string | Uint8Array): FieldProblem {
  const [problem, ...others] = problemsOf(text);
  assert.deepEqual(others, []);
  assert.ok(problem !== undefined);
  return problem;
}
