// Checks imports against the tables of layer-rules.ts. Pure: files are passed as text, violations returned as
// data.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { CONFINED_LIBRARIES, LAYER_RULES, type LayerRule } from './layer-rules.ts';
import { listModuleImports, type ModuleImport } from './module-imports.ts';

/** A source file. Its path is relative to the repository, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A package of the workspace. */
export interface WorkspacePackage {
  /** Its name in imports. */
  readonly name: string;
  /** Its folder, under `packages/` or `testing/`. */
  readonly folder: string;
  /** Its entry points: `.` and the subpaths that its package.json exports. */
  readonly exports: readonly string[];
  /** The same folder, relative to the repository. */
  readonly root: string;
  /** The file of each entry point. */
  readonly entryPoints: Readonly<Record<string, unknown>>;
}

/** An import that a rule forbids. */
export interface Violation {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The layer, the forbidden import and the rule. */
  readonly message: string;
}

/** Finds all forbidden imports, ordered by file and line. */
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

/** Finds packages, and folders of the server, without a layer rule. */
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
  const imported = packages.find(({ name }) => within(specifier, name));
  return imported === undefined
    ? libraryMessages(from, specifier)
    : [...packageMessages(from, specifier, imported), ...layerMessages(from, imported.folder, found)];
}

function layerMessages(from: string, target: string, { typeOnly }: ModuleImport): string[] {
  return LAYER_RULES.filter(({ layer }) => within(from, layer) && !within(target, layer))
    .filter(({ only, never = [], typesOnly = [] }) => {
      if (typesOnly.some((place) => within(target, place))) return !typeOnly;
      if (never.some((place) => within(target, place))) return true;
      return only !== undefined && !only.some((place) => within(target, place));
    })
    .map((rule) => `${layerOf(from)} may not import ${layerOf(target)} (rule: ${describe(rule)})`)
    .slice(-1); // if a package and its folder both forbid an import, the folder's rule is more specific
}

function packageMessages(from: string, specifier: string, imported: WorkspacePackage): string[] {
  const importer = layerOf(from);
  if (within(from, imported.folder)) {
    return [
      `${importer} may not import ${specifier} (rule: a package imports its own files by relative paths)`,
    ];
  }
  return imported.exports.includes(`.${specifier.slice(imported.name.length)}`)
    ? []
    : [
        `${importer} may not import ${specifier} (rule: only the exported paths of a package may be imported)`,
      ];
}

function libraryMessages(from: string, specifier: string): string[] {
  const importer = layerOf(from);
  const messages: string[] = [];
  const confined = CONFINED_LIBRARIES.find(({ library }) =>
    library.endsWith('/') ? specifier.startsWith(library) : within(specifier, library),
  );
  if (confined !== undefined && !confined.only.some((place) => within(from, place))) {
    const places = confined.only.join(', ');
    messages.push(
      `${importer} may not import ${specifier} (rule: ${confined.library} is imported only in ${places})`,
    );
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
    parts.push(only.length > 0 ? `imports only ${only.join(', ')}` : 'imports nothing of the workspace');
  }
  if (never.length > 0) parts.push(`never imports ${never.join(', ')}`);
  if (typesOnly.length > 0) parts.push(`imports only types from ${typesOnly.join(', ')}`);
  return `${layer} ${parts.join('; ')}`;
}

/**
 * packages/server/src/http/x.ts is server/http/x.ts; packages/conformance/test/x.ts is conformance/test/x.ts.
 */
function placeOf(path: string): string {
  return path.replace(/^(?:packages|testing)\//, '').replace(/^([^/]+)\/src(?=\/|$)/, '$1');
}

/** The layer in messages: the folder in the server, else the package. */
function layerOf(place: string): string {
  return /^server\/[^/]+(?=\/|$)/.exec(place)?.[0] ?? place.split('/', 1).join('');
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
