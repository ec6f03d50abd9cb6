// A temporary folder of a test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launch-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
