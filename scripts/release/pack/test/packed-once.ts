// The packages that are meant for others, packed once for the tests of a process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PackedPackage, packPackages } from '../pack-packages.ts';

/** The commit that the packages say. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** A package, and where its tarball is. */
export interface PackedForTests extends PackedPackage {
  readonly path: string;
}

let packed: readonly PackedForTests[] | undefined;

/** All packages, in the order in which they are listed. The test files of a process run one after the other. */
export async function packOnce(): Promise<readonly PackedForTests[]> {
  if (packed !== undefined) return packed;
  const folder = mkdtempSync(join(tmpdir(), 'prime-registry-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const packages = await packPackages(folder, join(folder, 'builds'), {
    commit: COMMIT,
    epochSeconds: 0,
  });
  packed = packages.map((each) => ({ ...each, path: join(folder, 'packages', each.tarball) }));
  return packed;
}

/** One of them. @param folder - its folder in `packages` */
export async function packOneOnce(folder: string): Promise<PackedForTests> {
  const found = (await packOnce()).find((each) => each.folder === folder);
  if (found === undefined) throw new Error(`packages/${folder} is not published`);
  return found;
}
