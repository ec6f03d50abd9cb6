// The import graph. An import of a name from an entry point leads to the file that declares the name, so that
// a test does not depend on everything its package exports. Pure: files are passed as text.
import type { SourceFile, WorkspacePackage } from '../layers/layer-violations.ts';
import { listModuleImports, type ModuleImport } from '../layers/module-imports.ts';
import { resolveImport } from '../layers/source-tree.ts';

/** The imports of each file, by its path. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Builds the graph of the files. Imports of other files are left out. */
export function buildImportGraph(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): ImportGraph {
  const imports = new Map(files.map(({ path, text }) => [path, listModuleImports(text)]));
  const entryPoints = new Set(
    packages.flatMap(({ root, entryPoints }) => Object.values(entryPoints).map((file) => join(root, file))),
  );

  function targetsOf(from: string, { specifier, names }: ModuleImport): string[] {
    const target = resolveImport(from, specifier, packages);
    if (target === undefined || !imports.has(target)) return [];
    if (names === undefined || !entryPoints.has(target)) return [target];
    return names.flatMap((name) => behindEntryPoint(target, name));
  }

  /** The files that an entry point re-exports a name from, or the entry point itself for its own names. */
  function behindEntryPoint(entryPoint: string, name: string): string[] {
    const reexport = imports.get(entryPoint)?.find(({ names }) => names?.includes(name));
    return reexport === undefined ? [entryPoint] : targetsOf(entryPoint, reexport);
  }

  return new Map(
    [...imports].map(([path, list]) => [path, new Set(list.flatMap((found) => targetsOf(path, found)))]),
  );
}

/** All files that a file needs, including itself. */
export function listNeeded(graph: ImportGraph, path: string): Set<string> {
  const needed = new Set([path]);
  for (const file of needed) for (const target of graph.get(file) ?? []) needed.add(target);
  return needed;
}

function join(folder: string, file: unknown): string {
  return `${folder}/${String(file).replace(/^\.\//, '')}`;
}
