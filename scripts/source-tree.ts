// The sources of the workspace as the checks read them: files with their text, packages with their doors.
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SourceFile, WorkspacePackage } from './layer-violations.ts';

const ROOT = join(import.meta.dirname, '..');

/** Files that match any of the patterns, each once; dependencies and build output left out. */
export function listSourceFiles(...patterns: readonly string[]): SourceFile[] {
  return listPaths(...patterns).map((path) => ({ path, text: read(path) }));
}

/** The packages under `packages/` and `testing/`. */
export function listWorkspacePackages(): WorkspacePackage[] {
  return listPaths('{packages,testing}/*/package.json').map((path) => {
    const { name, exports = {} } = JSON.parse(read(path)) as { name: string; exports?: string | object };
    const doors: Record<string, unknown> = typeof exports === 'string' ? { '.': exports } : { ...exports };
    const root = posix.dirname(path);
    return { name, folder: posix.basename(root), root, exports: Object.keys(doors), doors };
  });
}

/** The file that an import leads to; undefined for a library, for Node's own modules, and for what does not exist. */
export function resolveImport(
  from: string,
  specifier: string,
  packages: readonly WorkspacePackage[],
): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  for (const { name, root, doors } of packages) {
    const door =
      specifier === name || specifier.startsWith(`${name}/`)
        ? doors[`.${specifier.slice(name.length)}`]
        : undefined;
    if (typeof door === 'string') return posix.join(root, door);
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
