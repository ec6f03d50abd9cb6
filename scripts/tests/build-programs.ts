// Builds the programs that tests start as processes. A bundled program starts in half the processor time of its
// sources, and it is what users install.
import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findHeadCommit } from '../../packages/launch/src/head-commit.ts';
import { bundleApplication } from '../release/build/bundle-application.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/programs');
/** What the programs are made from. */
const INPUTS = [
  'package-lock.json',
  'packages/*/package.json',
  'packages/*/src/**/*',
  'scripts/release/build/*',
];
const UNUSED_MS = 86_400_000;

/** The packages whose commands tests start. */
const PROGRAMS = ['server', 'cli'];

/**
 * Builds the programs, unless they have been built from the same files. Runs at the same time do not disturb each
 * other. Programs that no run has used for a day are removed.
 * @returns the folder that has a folder with `main.js` for each package
 */
export async function buildPrograms(): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const commit = findHeadCommit(ROOT);
  const key = digestInputs(commit);
  const folder = join(CACHE, key);
  if (!isThere(folder)) {
    const temporary = mkdtempSync(join(CACHE, 'building-'));
    for (const name of PROGRAMS)
      await bundleApplication({ folder: name, commit, outFolder: join(temporary, name) });
    // Outside of a package, Node.js would have to guess the format of the files.
    writeFileSync(join(temporary, 'package.json'), '{ "type": "module" }\n');
    moveTo(folder, temporary);
  }
  utimesSync(folder, new Date(), new Date());
  removeUnused();
  return folder;
}

function digestInputs(commit: string | undefined): string {
  const hash = createHash('sha256').update(`${process.version} ${commit}`);
  const paths = INPUTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  for (const path of paths) {
    if (!statSync(join(ROOT, path)).isFile()) continue;
    hash.update(`\n${path}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(ROOT, path)))
        .digest(),
    );
  }
  return hash.digest('hex').slice(0, 16);
}

/** Moves the folder to its name, which another run may have taken in the meantime. */
function moveTo(folder: string, temporary: string): void {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true });
    if (!isThere(folder)) throw error;
  }
}

function removeUnused(): void {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    const usedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedMs > UNUSED_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined;
}
