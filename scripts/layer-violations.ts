// Holds imports against the tables of layer-rules.ts. Pure: the files come as text, the violations go as data.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { CONFINED_LIBRARIES, LAYER_RULES, type LayerRule } from './layer-rules.ts';
import { listModuleImports, type ModuleImport } from './module-imports.ts';

/** A source file; its path is relative to the repository, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A package of the workspace. */
export interface WorkspacePackage {
  /** The name others import it by. */
  readonly name: string;
  /** Its folder, under `packages/` or `testing/`. */
  readonly folder: string;
  /** Its doors: `.` and the subpaths that its package.json exports. */
  readonly exports: readonly string[];
  /** The same folder, relative to the repository. */
  readonly root: string;
  /** The file behind each door. */
  readonly doors: Readonly<Record<string, unknown>>;
}

/** An import that a rule forbids. */
export interface Violation {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Who may not import what, and the rule that says so. */
  readonly message: string;
}

/** Finds every forbidden import, in the order of the files and of the lines in them. */
export function findLayerViolations(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): Violation[] {
  return files.flatMap(({ path, text }) =>
    listModuleImports(text).flatMap((found) =>
      messagesFor(path, found, packages).map((message) => ({ path, line: found.line, message })),
    ),
  );
}

/** Finds packages, and folders of the server, that no layer rule binds. */
export function findFoldersWithoutRule(paths: readonly string[]): string[] {
  const folders = paths.map((path) => /^packages\/(?:server\/src\/[^/]+(?=\/)|[^/]+)/.exec(path)?.[0] ?? '');
  return [...new Set(folders)].filter(
    (folder) => folder !== '' && !LAYER_RULES.some(({ layer }) => layer === placeOf(folder)),
  );
}

function messagesFor(path: string, found: ModuleImport, packages: readonly WorkspacePackage[]): string[] {
  const { specifier } = found;
  const from = placeOf(path);
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier);
    const home = path.split('/', 2).join('/');
    return within(target, home)
      ? layerMessages(from, placeOf(target), found)
      : [`${layerOf(from)} may not import ${specifier} (rule: a relative import stays in its package)`];
  }
  const door = packages.find(({ name }) => within(specifier, name));
  return door === undefined
    ? libraryMessages(from, specifier)
    : [...doorMessages(from, specifier, door), ...layerMessages(from, door.folder, found)];
}

function layerMessages(from: string, target: string, { typeOnly }: ModuleImport): string[] {
  return LAYER_RULES.filter(({ layer }) => within(from, layer) && !within(target, layer))
    .filter(({ only, never = [], typesOnly = [] }) => {
      if (typesOnly.some((place) => within(target, place))) return !typeOnly;
      if (never.some((place) => within(target, place))) return true;
      return only !== undefined && !only.some((place) => within(target, place));
    })
    .map((rule) => `${layerOf(from)} may not import ${layerOf(target)} (rule: ${describe(rule)})`)
    .slice(-1); // where a package and a folder in it both forbid an import, the folder's rule says more
}

function doorMessages(from: string, specifier: string, door: WorkspacePackage): string[] {
  const importer = layerOf(from);
  if (within(from, door.folder)) {
    return [
      `${importer} may not import ${specifier} (rule: a package imports its own files by relative path)`,
    ];
  }
  return door.exports.includes(`.${specifier.slice(door.name.length)}`)
    ? []
    : [`${importer} may not import ${specifier} (rule: a package is entered only by what it exports)`];
}

function libraryMessages(from: string, specifier: string): string[] {
  const importer = layerOf(from);
  const messages: string[] = [];
  const confined = CONFINED_LIBRARIES.find(({ library }) =>
    library.endsWith('/') ? specifier.startsWith(library) : within(specifier, library),
  );
  if (confined !== undefined && !confined.only.some((place) => within(from, place))) {
    const places = confined.only.join(', ');
    messages.push(`${importer} may not import ${specifier} (rule: ${confined.library} stays in ${places})`);
  }
  for (const { layer, builtins, libraries } of LAYER_RULES) {
    const allowed = isBuiltin(specifier) ? builtins : libraries;
    if (allowed === undefined || !within(from, layer)) continue;
    if (!allowed.some((library) => within(specifier, library))) {
      const whose = isBuiltin(specifier) ? 'of Node' : 'of libraries';
      messages.push(
        `${importer} may not import ${specifier} (rule: ${whose}, ${layer} uses only ${allowed.join(', ')})`,
      );
    }
  }
  return messages;
}

function describe({ layer, only, never = [], typesOnly = [] }: LayerRule): string {
  const parts: string[] = [];
  if (only !== undefined) {
    parts.push(only.length > 0 ? `imports only ${only.join(', ')}` : 'imports nothing else of the workspace');
  }
  if (never.length > 0) parts.push(`never imports ${never.join(', ')}`);
  if (typesOnly.length > 0) parts.push(`knows ${typesOnly.join(', ')} by type alone`);
  return `${layer} ${parts.join('; ')}`;
}

/** packages/server/src/http/x.ts is server/http/x.ts; packages/conformance/test/x.ts is conformance/test/x.ts. */
function placeOf(path: string): string {
  return path.replace(/^(?:packages|testing)\//, '').replace(/^([^/]+)\/src(?=\/|$)/, '$1');
}

/** The name a place goes by in a message: of the server its folder, elsewhere the package. */
function layerOf(place: string): string {
  return /^server\/[^/]+(?=\/|$)/.exec(place)?.[0] ?? place.split('/', 1).join('');
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
