// What remains a dependency of a published library.
import { readdirSync } from 'node:fs';
import { PUBLISHED_PACKAGES, readManifest } from './published-packages.ts';

/** The dependencies of a library once it is published, with versions: those of private packages count as its own. */
export function listPublishedDependencies(folder: string): Record<string, string> {
  const published = new Set(PUBLISHED_PACKAGES.map((each) => readManifest(each.folder).name));
  const inside = privateFolders();
  const found = new Map<string, string>();
  const visit = (each: string): void => {
    for (const [name, version] of Object.entries(readManifest(each).dependencies ?? {})) {
      const privateFolder = published.has(name) ? undefined : inside.get(name);
      if (privateFolder === undefined) found.set(name, version);
      else visit(privateFolder);
    }
  };
  visit(folder);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Their names. */
export function listPublishedNames(folder: string): string[] {
  return Object.keys(listPublishedDependencies(folder));
}

/** Folders of the packages that are not published, by name. */
export function privateFolders(): ReadonlyMap<string, string> {
  const published = new Set(PUBLISHED_PACKAGES.map(({ folder }) => folder));
  const folders = readdirSync(new URL('../../../packages/', import.meta.url));
  return new Map(
    folders.filter((each) => !published.has(each)).map((each) => [readManifest(each).name, each]),
  );
}
