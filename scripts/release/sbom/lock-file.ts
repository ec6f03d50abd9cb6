// The packages of the lock file: what each is, and which ones it requires, as npm installs them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the lock file. */
export interface LockedPackage {
  /** Its folder, such as `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined if the package does not state it. */
  readonly license: string | undefined;
  /** `sha512-` and the digest of its tarball in Base64; undefined for packages of the workspace. */
  readonly integrity: string | undefined;
  /** Names of the packages it requires. */
  readonly requires: readonly string[];
}

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const MODULES = 'node_modules/';

/** A lock file of npm, version 3. */
export class LockFile {
  readonly #entries: Readonly<Record<string, LockEntry>>;

  constructor(root: string) {
    this.#entries = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  }

  /** The package in a folder. @throws Error if the lock file does not have it */
  getPackage(path: string): LockedPackage {
    const entry = this.#entries[path];
    if (entry === undefined) throw new Error(`package-lock.json has no '${path}': run 'npm ci'`);
    if (entry.link === true && entry.resolved !== undefined) return this.getPackage(entry.resolved);
    const { name, version = '', license, integrity, dependencies = {} } = entry;
    const own = path.slice(path.lastIndexOf(MODULES) + MODULES.length);
    return {
      path,
      name: name ?? own,
      version,
      license,
      integrity,
      requires: Object.keys(dependencies).sort(),
    };
  }

  /** The package that another one gets when it imports a name, by the rules of Node.js. undefined if none is installed. */
  findRequired(from: string, name: string): LockedPackage | undefined {
    for (let folder = from; ; folder = parentOf(folder)) {
      const path = folder === '' ? `${MODULES}${name}` : `${folder}/${MODULES}${name}`;
      if (this.#entries[path] !== undefined) return this.getPackage(path);
      if (folder === '') return undefined;
    }
  }
}

/** The package around another: `node_modules/a` of `node_modules/a/node_modules/b`. */
function parentOf(folder: string): string {
  const at = folder.lastIndexOf(`/${MODULES}`);
  return at === -1 ? '' : folder.slice(0, at);
}
