// Writes the declarations of a package, and of the private packages that it contains, next to its JavaScript.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { emitDeclarations } from '../../api/emit-declarations.ts';
import { listEntryPoints } from './entry-points.ts';
import { privateFolders } from './published-names.ts';
import { PUBLISHED_PACKAGES, readManifest } from './published-packages.ts';

// After `from`, `import` and `import(`: the only places of module names in declarations.
const SPECIFIER = /(\bfrom |\bimport |\bimport\()'([^']+)'/g;

let emitted: ReadonlyMap<string, string> | undefined;

/** The declarations of all libraries: the compiler reads what they share once. */
function emitOnce(): ReadonlyMap<string, string> {
  emitted ??= emitDeclarations(
    PUBLISHED_PACKAGES.filter(({ kind }) => kind === 'library').flatMap(({ folder }) =>
      listEntryPoints(readManifest(folder)).map((path) => posix.join('packages', folder, path)),
    ),
    { keepsComments: true },
  );
  return emitted;
}

/**
 * Writes declarations into `types/<package>` of the folder.
 * @param folder - the folder of the package in `packages`
 * @param entryPoints - paths in it, such as `./src/index.ts`
 * @returns names of the files in `outFolder`
 */
export function writeDeclarations(
  folder: string,
  entryPoints: readonly string[],
  outFolder: string,
): string[] {
  const modules = entryPoints.map((path) => posix.join('packages', folder, path));
  const texts = emitOnce();
  const written = new Set<string>();
  const write = (path: string): void => {
    if (written.has(path)) return;
    written.add(path);
    const text = texts.get(path);
    if (text === undefined) throw new Error(`the compiler wrote no declarations for ${path}`);
    const changed = text.replaceAll(SPECIFIER, (all, before: string, specifier: string) => {
      const target = resolveSpecifier(path, specifier);
      if (target === undefined) return all;
      write(target);
      const relative = posix.relative(dirname(outPath(path)), outPath(target)).replace(/\.d\.ts$/, '.js');
      return `${before}'${relative.startsWith('.') ? relative : `./${relative}`}'`;
    });
    const file = join(outFolder, outPath(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, changed);
  };
  for (const path of modules) write(path);
  return [...written].map(outPath).sort();
}

/** The module of this package or a private one; undefined for what stays an import. */
function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const inside = privateFolders().get(specifier);
  return inside === undefined ? undefined : `packages/${inside}/src/index.ts`;
}

function outPath(path: string): string {
  return path.replace(/^packages\/([^/]+)\/src\//, 'types/$1/').replace(/\.ts$/, '.d.ts');
}
