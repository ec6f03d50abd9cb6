// The sources of the workspace for checks: files with their text, packages with their entry points.
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SourceFile, WorkspacePackage } from './layer-violations.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The files that match any of the patterns, without dependencies and build output. */
export function listSourceFiles(...patterns: readonly string[]): SourceFile[] {
  return listPaths(...patterns).map((path) => ({ path, text: read(path) }));
}

/** The packages under `packages/` and `testing/`. */
export function listWorkspacePackages(): WorkspacePackage[] {
  return listPaths('{packages,testing}/*/package.json').map((path) => {
    const { name, exports = {} } = JSON.parse(read(path)) as { name: string; exports?: string | object };
    const entryPoints: Record<string, unknown> =
      typeof exports === 'string' ? { '.': exports } : { ...exports };
    const root = posix.dirname(path);
    return { name, folder: posix.basename(root), root, exports: Object.keys(entryPoints), entryPoints };
  });
}

/** The file that an import resolves to. undefined for libraries, Node.js modules and missing files. */
export function resolveImport(
  from: string,
  specifier: string,
  packages: readonly WorkspacePackage[],
): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  for (const { name, root, entryPoints } of packages) {
    const entryPoint =
      specifier === name || specifier.startsWith(`${name}/`)
        ? entryPoints[`.${specifier.slice(name.length)}`]
        : undefined;
    if (typeof entryPoint === 'string') return posix.join(root, entryPoint);
  }
  return undefined;
}

function listPaths(...patterns: readonly string[]): string[] {
  const found = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'dist' }),
  );
  return [...new Set(found.map((path) => path.replaceAll('\\', '/')))].sort();
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
