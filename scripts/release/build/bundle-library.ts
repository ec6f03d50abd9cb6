// Bundles a library: its entry points, with the private packages of the workspace inside.
import { basename, join } from 'node:path';
import { type Bundled, bundle } from './bundle-application.ts';
import { listEntryPoints } from './entry-points.ts';
import { listPublishedNames } from './published-names.ts';
import { ROOT, readManifest } from './published-packages.ts';

/** A library to bundle. */
export interface LibraryBundle {
  /** Its folder in `packages`. */
  readonly folder: string;
  /** Where the files go. The folder is emptied first. */
  readonly outFolder: string;
}

/** Bundles a library. Its dependencies, other published packages included, and `#` imports stay imports. */
export async function bundleLibrary({ folder, outFolder }: LibraryBundle): Promise<Bundled> {
  const external = listPublishedNames(folder);
  return bundle({
    outFolder,
    input: Object.fromEntries(
      listEntryPoints(readManifest(folder)).map((path) => [
        basename(path, '.ts'),
        join(ROOT, 'packages', folder, path),
      ]),
    ),
    external: (id) => id.startsWith('#') || external.some((name) => id === name || id.startsWith(`${name}/`)),
  });
}
