// Clones a commit into a new folder and installs its packages, so that a build depends on nothing else.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUNTIME_CACHE } from '../../runtimes/runtime-package.ts';
import { git, show } from '../processes.ts';

/** A clone of the repository, in a folder of its own. */
export interface Clone {
  readonly folder: string;
  remove(): void;
}

/** Clones a commit, on a branch. The folder is new, so no file that git ignores is there. */
export function cloneRepository(root: string, { branch, commit }: { branch: string; commit: string }): Clone {
  const parent = mkdtempSync(join(tmpdir(), 'prime-registry-release-'));
  const remove = () => rmSync(parent, { recursive: true, force: true });
  try {
    const folder = join(parent, 'clone');
    git(parent, 'clone', '--quiet', '--no-tags', '--no-checkout', root, folder);
    git(folder, 'checkout', '--quiet', '-B', branch, commit);
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** What the builds of programs and of the image download. They check its digests. */
const DOWNLOADS = ['node_modules/.cache/image', RUNTIME_CACHE];

/** Installs the packages of the lock file: from the cache of npm, and from the repository, where these have them. */
export function installPackages(root: string, { folder }: Pick<Clone, 'folder'>): void {
  show('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], { folder });
  for (const path of DOWNLOADS) {
    const downloads = join(root, path);
    if (existsSync(downloads)) cpSync(downloads, join(folder, path), { recursive: true });
  }
}
