// Builds a package that is meant for others into its folder `dist`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleApplication } from './bundle-application.ts';
import { bundleLibrary } from './bundle-library.ts';
import { listEntryPoints } from './entry-points.ts';
import { type PublishedPackage, ROOT, readManifest } from './published-packages.ts';
import { listReplacedModules, readReleaseVersion } from './replaced-modules.ts';
import {
  describeThirdPartyLicenses,
  listThirdPartyPackages,
  type ThirdPartyPackage,
} from './third-party-licenses.ts';
import { writeBuildFile } from './write-build-file.ts';
import { writeDeclarations } from './write-declarations.ts';

/** The file with the licences of third-party code, in `dist` of an application. */
export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** A package that was built. */
export interface BuiltPackage extends PublishedPackage {
  /** The folder of the output. */
  readonly outFolder: string;
  /** Paths of the files in it, with `/`, sorted. */
  readonly files: readonly string[];
  /** The third-party packages inside. */
  readonly thirdParty: readonly ThirdPartyPackage[];
}

/**
 * Builds a package.
 * @param commit - for `--version`; undefined if it is not known
 * @param outFolder - emptied first; by default, `dist` in the folder of the package
 */
export async function buildPackage(
  { folder, kind }: PublishedPackage,
  commit: string | undefined,
  outFolder: string = join(ROOT, 'packages', folder, 'dist'),
): Promise<BuiltPackage> {
  const { files, modules } =
    kind === 'application'
      ? await bundleApplication({
          ...{ folder, outFolder },
          replaced: listReplacedModules({ version: readReleaseVersion(), commit }),
        })
      : await bundleLibrary({ folder, outFolder });
  const thirdParty = listThirdPartyPackages(modules);
  const licenses = describeThirdPartyLicenses(thirdParty);
  if (licenses !== '') writeFileSync(join(outFolder, LICENSES_FILE), licenses);
  const entryPoints = kind === 'library' ? listEntryPoints(readManifest(folder)) : [];
  const declarations = entryPoints.length > 0 ? writeDeclarations(folder, entryPoints, outFolder) : [];
  const buildFile = kind === 'application' ? [writeBuildFile(readManifest(folder), files, outFolder)] : [];
  const all = [...files, ...declarations, ...buildFile, ...(licenses === '' ? [] : [LICENSES_FILE])].sort();
  return { folder, kind, outFolder, files: all, thirdParty };
}
