// The modules of the workspace that a build replaces: those that read files of the clone, or speak about it.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT, readManifest } from './published-packages.ts';

const LAUNCH = join(ROOT, 'packages/launch/src');
const WEB = join(ROOT, 'packages/web/src');

/** What a build sets. */
export interface BuildConstants {
  readonly version: string;
  /** undefined if it is not known. */
  readonly commit: string | undefined;
}

/** The new texts of the modules, by absolute path. */
export function listReplacedModules({ version, commit }: BuildConstants): ReadonlyMap<string, string> {
  const constants = `
    export const readVersion = () => ${JSON.stringify(version)};
    export const findCommit = () => ${JSON.stringify(commit)};`;
  const installed = ['compile-cache.mjs', 'node-advice.mjs'].map(
    (file) => [join(LAUNCH, file), readFileSync(join(LAUNCH, 'installed', file), 'utf8')] as const,
  );
  const replaced = new Map([
    ...installed,
    [join(LAUNCH, 'release.ts'), constants],
    [join(WEB, 'asset-files.ts'), assetFiles()],
  ]);
  for (const path of replaced.keys())
    if (!existsSync(path)) throw new Error(`there is no ${path} to replace`);
  return replaced;
}

/** The version of a release: that of all packages. */
export function readReleaseVersion(): string {
  return readManifest('launch').version;
}

function assetFiles(): string {
  const folder = join(WEB, 'assets');
  const files = globSync('**/*.{css,js,svg,json}', { cwd: folder, exclude: ['tsconfig.json'] }).sort();
  const texts = files.map((file) => [file.replaceAll(sep, '/'), readFileSync(join(folder, file), 'utf8')]);
  return `
    const files = new Map(${JSON.stringify(texts)});
    export function readAssetFile(file) {
      const text = files.get(file);
      if (text === undefined) throw new Error('there is no asset ' + file);
      return text;
    }`;
}
