// The modules of a package that others can reach, and where a build puts them.
import { basename } from 'node:path';
import type { WorkspaceManifest } from './published-packages.ts';

/** Paths of the modules in `exports` and `imports`, such as `./src/index.ts`. */
export function listEntryPoints({ exports = {}, imports = {} }: WorkspaceManifest): string[] {
  const exported = typeof exports === 'string' ? [exports] : Object.values(exports);
  return [...exported, ...Object.values(imports).flatMap((conditions) => Object.values(conditions))];
}

/** The path of the JavaScript of an entry point. @param path - its path in the workspace */
export function builtPath(path: string): string {
  return `./dist/${basename(path).replace(/\.(?:ts|mjs)$/, '.js')}`;
}

/** The path of the declarations of an entry point. @param folder - the folder of the package in `packages` */
export function declarationPath(folder: string, path: string): string {
  return `./dist/types/${folder}/${path.replace(/^\.\/src\//, '').replace(/\.ts$/, '.d.ts')}`;
}
