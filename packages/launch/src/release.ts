// The release that a command of a clone belongs to. A build replaces this module by constants.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findHeadCommit } from './head-commit.ts';

/** The version. All packages have the same. */
export function readVersion(): string {
  const description = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}

/** The commit, in hexadecimal digits; undefined if the folder is not a clone. */
export function findCommit(): string | undefined {
  return findHeadCommit(fileURLToPath(new URL('../../..', import.meta.url)));
}
