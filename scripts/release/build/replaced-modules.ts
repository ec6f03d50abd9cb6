// The modules of the workspace that a build replaces: those that read files of the clone, or speak about it.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT, readManifest } from './published-packages.ts';

const LAUNCH = join(ROOT, 'packages/launch/src');
const WEB = join(ROOT, 'packages/web/src');
/** What the pages are made of. */
export const ASSETS = join(WEB, 'assets');

/** What a build sets. */
export interface BuildConstants {
  readonly version: string;
  /** undefined if it is not known. */
  readonly commit: string | undefined;
}

/** The new texts of the modules of what is published, by absolute path. */
export function listReplacedModules({ version, commit }: BuildConstants): ReadonlyMap<string, string> {
  const constants = `
    export const readVersion = () => ${JSON.stringify(version)};
    export const findCommit = () => ${JSON.stringify(commit)};`;
  const installed = ['compile-cache.mjs', 'node-advice.mjs'].map(readInstalled);
  return withCommonModules([...installed, [join(LAUNCH, 'release.ts'), constants]]);
}

/** Those of the bundle of a clone. What they read stays in the clone: the commit changes more often than the code. */
export function listModulesReplacedInClone(): ReadonlyMap<string, string> {
  const release = `
    import { fileURLToPath } from 'node:url';
    import { findHeadCommit } from './head-commit.ts';
    export const readVersion = () => ${JSON.stringify(readReleaseVersion())};
    export const findCommit = () => findHeadCommit(fileURLToPath(new URL('../../../../../', import.meta.url)));`;
  const compileCache = `
    import module from 'node:module';
    import { fileURLToPath } from 'node:url';
    export const useCompileCache = () =>
      module.enableCompileCache(fileURLToPath(new URL('../compile-cache', import.meta.url)));`;
  return withCommonModules([
    [join(LAUNCH, 'release.ts'), release],
    [join(LAUNCH, 'compile-cache.mjs'), compileCache],
  ]);
}

function withCommonModules(modules: readonly (readonly [path: string, text: string])[]): Map<string, string> {
  const replaced = new Map([
    ...modules,
    readInstalled('own-files.mjs'),
    [join(LAUNCH, 'clone-bundle.mjs'), 'export const importBundle = () => undefined;'],
    [join(WEB, 'asset-files.ts'), assetFiles()],
  ]);
  for (const path of replaced.keys())
    if (!existsSync(path)) throw new Error(`there is no ${path} to replace`);
  return replaced;
}

function readInstalled(file: string): [path: string, text: string] {
  return [join(LAUNCH, file), readFileSync(join(LAUNCH, 'installed', file), 'utf8')];
}

/** The version of a release: that of all packages. */
export function readReleaseVersion(): string {
  return readManifest('launch').version;
}

/** The files that a build has as texts: their paths in the folder of the assets, sorted. */
export function listAssetFiles(): string[] {
  return globSync('**/*.{css,js,svg,json}', { cwd: ASSETS, exclude: ['tsconfig.json'] }).sort();
}

function assetFiles(): string {
  const files = listAssetFiles();
  const texts = files.map((file) => [file.replaceAll(sep, '/'), readFileSync(join(ASSETS, file), 'utf8')]);
  return `
    const files = new Map(${JSON.stringify(texts)});
    export function readAssetFile(file) {
      const text = files.get(file);
      if (text === undefined) throw new Error('there is no asset ' + file);
      return text;
    }`;
}
