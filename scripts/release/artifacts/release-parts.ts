// The parts of a release. Each is a folder, and has one of the same name in `sbom` for its bills of materials.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseError } from '../processes.ts';
import { listPackages, type PackedPackage } from './packed-packages.ts';

/** The folder of bills of materials in a release. */
export const BILLS = 'sbom';

export type ReleasePart = 'packages' | 'programs' | 'image';

/** Makes the folder of a part and the one of its bills, without the files of an earlier build. @returns the first one */
export function emptyPart(folder: string, part: ReleasePart): string {
  for (const each of [part, join(BILLS, part)]) {
    rmSync(join(folder, each), { recursive: true, force: true });
    mkdirSync(join(folder, each), { recursive: true });
  }
  return join(folder, part);
}

/** What people can take from a release. */
export interface ReleaseContents {
  /** In the order in which to publish them. */
  readonly packages: readonly PackedPackage[];
  /** Archives of programs, by file name. */
  readonly programs: readonly string[];
  /** Archives of images, by file name. */
  readonly images: readonly string[];
}

/** Lists the parts of a release. @throws ReleaseError if something in them has another version */
export function listContents(folder: string, version: string): ReleaseContents {
  const packages = join(folder, 'packages');
  return {
    packages: existsSync(packages) ? listPackages(packages, version) : [],
    programs: listPart(folder, 'programs', version).filter((file) => /\.(?:tar\.gz|zip)$/.test(file)),
    images: listPart(folder, 'image', version).filter((file) => file.endsWith('.oci.tar')),
  };
}

function listPart(folder: string, part: ReleasePart, version: string): string[] {
  const path = join(folder, part);
  const files = existsSync(path) ? readdirSync(path).sort() : [];
  const other = files.find((file) => !file.includes(`-${version}-`));
  if (other === undefined) return files;
  throw new ReleaseError(`${join(path, other)} is not of ${version}: empty the folder and build it again.`);
}
