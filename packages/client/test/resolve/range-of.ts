// Parses a range that must be well-formed.
import assert from 'node:assert/strict';
import { parseRange, type VersionRange } from '../../src/resolve/index.ts';

export function rangeOf(text: string): VersionRange {
  const parsed = parseRange(text);
  assert.ok(parsed.ok, `refused ${text}`);
  return parsed.value;
}
