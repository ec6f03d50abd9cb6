// Which file needs which, seen through the doors of packages: an import of one name from a door leads to the file that has
// this name, so that a test does not depend on everything its package exports. Pure: the files come as text.
import type { SourceFile, WorkspacePackage } from '../layer-violations.ts';
import { listModuleImports, type ModuleImport } from '../module-imports.ts';
import { resolveImport } from '../source-tree.ts';

/** What each file imports, by its path. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Builds the graph of some files; imports of files that are not among them are left out. */
export function buildImportGraph(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): ImportGraph {
  const imports = new Map(files.map(({ path, text }) => [path, listModuleImports(text)]));
  const doors = new Set(
    packages.flatMap(({ root, doors }) => Object.values(doors).map((file) => join(root, file))),
  );

  function targetsOf(from: string, { specifier, names }: ModuleImport): string[] {
    const target = resolveImport(from, specifier, packages);
    if (target === undefined || !imports.has(target)) return [];
    if (names === undefined || !doors.has(target)) return [target];
    return names.flatMap((name) => behindDoor(target, name));
  }

  /** The files that a door takes a name from; the door itself for a name of its own. */
  function behindDoor(door: string, name: string): string[] {
    const reexport = imports.get(door)?.find(({ names }) => names?.includes(name));
    return reexport === undefined ? [door] : targetsOf(door, reexport);
  }

  return new Map(
    [...imports].map(([path, list]) => [path, new Set(list.flatMap((found) => targetsOf(path, found)))]),
  );
}

/** All files that a file needs, itself included. */
export function listNeeded(graph: ImportGraph, path: string): Set<string> {
  const needed = new Set([path]);
  for (const file of needed) for (const target of graph.get(file) ?? []) needed.add(target);
  return needed;
}

function join(folder: string, file: unknown): string {
  return `${folder}/${String(file).replace(/^\.\//, '')}`;
}
