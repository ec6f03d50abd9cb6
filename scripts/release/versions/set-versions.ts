// Sets the version of all packages: in each package.json, in what they require of each other, in the lock files.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface PackageFile {
  name?: string;
  version?: string;
  workspaces?: string[];
  [field: string]: unknown;
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** The version of the packages of a folder. */
export function readVersion(root: string): string {
  return String(readJson<PackageFile>(join(root, 'package.json')).version);
}

/** The package.json files that have the one version: the root's, the workspaces', and those of folders in the root. */
export function listPackageFiles(root: string): string[] {
  const { workspaces = [] } = readJson<PackageFile>(join(root, 'package.json'));
  const patterns = [
    'package.json',
    '*/package.json',
    ...workspaces.map((folder) => `${folder}/package.json`),
  ];
  const found = globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' });
  return [...new Set(found.map((path) => path.replaceAll('\\', '/')))].sort();
}

/** Sets the version everywhere. @returns the files that were written, relative to the root */
export function setVersions(root: string, version: string): string[] {
  const files = listPackageFiles(root);
  const names = new Set(files.map((file) => readJson<PackageFile>(join(root, file)).name ?? ''));
  const setIn = (part: PackageFile) => {
    if (part.version !== undefined) part.version = version;
    for (const kind of DEPENDENCIES) {
      const dependencies = part[kind] as Record<string, string> | undefined;
      for (const name of Object.keys(dependencies ?? {}))
        if (dependencies !== undefined && names.has(name)) dependencies[name] = version;
    }
  };
  const written: string[] = [];
  const write = (file: string, value: unknown) => {
    writeFileSync(join(root, file), `${JSON.stringify(value, undefined, 2)}\n`);
    written.push(file);
  };
  for (const file of files) {
    const content = readJson<PackageFile>(join(root, file));
    setIn(content);
    write(file, content);
    const lockFile = join(dirname(file), 'package-lock.json');
    if (!existsSync(join(root, lockFile))) continue;
    const lock = readJson<PackageFile & { packages: Record<string, PackageFile> }>(join(root, lockFile));
    lock.version = version;
    // Third-party packages are below node_modules; the others are the project's own.
    for (const [path, part] of Object.entries(lock.packages))
      if (!path.includes('node_modules/')) setIn(part);
    write(lockFile, lock);
  }
  return written;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
