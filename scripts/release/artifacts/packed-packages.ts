// The tarballs of a release: all of one version, and in which order npm takes them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capture, ReleaseError } from '../processes.ts';

/** A tarball that npm can publish. */
export interface PackedPackage {
  /** The name of the file. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Reads the tarballs of a folder, each after those that it depends on: the order in which to publish them.
 * @throws ReleaseError if one has another version, requires another version of one of them, or is no package
 */
export function listPackages(folder: string, version: string): PackedPackage[] {
  const packages = readdirSync(folder)
    .sort()
    .map((file) => readPackage(folder, file));
  if (packages.length === 0) throw new ReleaseError(`${folder} is empty: run 'npm run pack:release'.`);
  const names = new Set(packages.map(({ name }) => name));
  for (const packed of packages) {
    const remedy = "Empty the folder and run 'npm run pack:release'.";
    if (packed.version !== version)
      throw new ReleaseError(
        `${join(folder, packed.file)} is ${packed.name} ${packed.version}, and the release is ${version}. ${remedy}`,
      );
    for (const [name, range] of Object.entries(packed.dependencies))
      if (names.has(name) && range !== version)
        throw new ReleaseError(
          `${join(folder, packed.file)} requires ${name} ${range}, and the release is ${version}. ${remedy}`,
        );
  }
  return sortByDependencies(packages);
}

function readPackage(folder: string, file: string): PackedPackage {
  try {
    // With a slash before any colon, tar never takes the name for one on another machine.
    const text = capture('tar', ['-xOzf', `./${file}`, 'package/package.json'], { folder });
    const { name, version, dependencies = {} } = JSON.parse(text);
    return { file, name, version, dependencies };
  } catch {
    throw new ReleaseError(`${join(folder, file)} is not a package of npm: remove it.`);
  }
}

function sortByDependencies(packages: readonly PackedPackage[]): PackedPackage[] {
  const sorted: PackedPackage[] = [];
  const visit = (packed: PackedPackage) => {
    if (sorted.includes(packed)) return;
    for (const other of packages) if (packed.dependencies[other.name] !== undefined) visit(other);
    sorted.push(packed);
  };
  for (const packed of packages) visit(packed);
  return sorted;
}
