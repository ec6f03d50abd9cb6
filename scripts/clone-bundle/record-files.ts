// Records what files contain, so that a later start can tell whether they have changed.
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { RecordedFile } from '../../packages/launch/src/clone-bundle.mjs';

/** More than the unit of time in which file systems note a change. */
const MARGIN_MS = 50;

/** Records files. @param paths - absolute */
export function recordFiles(clone: string, paths: readonly string[]): RecordedFile[] {
  return paths.map((path) => recordFile(clone, path));
}

/**
 * Records the files that a bundle was made from.
 * @param paths - absolute
 * @param startedMs - when the bundler began to read them, by the clock of the file system
 * @returns undefined if one has changed since then: nobody knows what the bundler has read
 */
export function recordInputs(
  clone: string,
  paths: readonly string[],
  startedMs: number,
): RecordedFile[] | undefined {
  const recorded = recordFiles(clone, [...new Set(paths)]);
  return recorded.some(([, , changedMs]) => changedMs > startedMs - MARGIN_MS) ? undefined : recorded;
}

function recordFile(clone: string, path: string): RecordedFile {
  // Before it is read: a change in between is noticed by the next start.
  const { size, ctimeMs, mtimeMs } = statSync(path);
  const digest = hash('sha256', readFileSync(path), 'base64url');
  return [relative(clone, path).replaceAll(sep, '/'), size, ctimeMs, mtimeMs, digest];
}
