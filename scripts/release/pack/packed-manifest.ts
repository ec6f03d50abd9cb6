// The package.json of a package as it is published.
import { builtPath, declarationPath } from '../build/entry-points.ts';
import { listPublishedDependencies } from '../build/published-names.ts';
import { type PublishedPackage, readManifest } from '../build/published-packages.ts';

/** The text of package.json: paths of the build, and neither scripts nor dependencies of development. */
export function describePackedManifest({ folder, kind }: PublishedPackage): string {
  const manifest = readManifest(folder);
  const { name, version, description, license, engines, sideEffects, bin, imports } = manifest;
  const isLibrary = kind === 'library';
  const exported = typeof manifest.exports === 'string' ? { '.': manifest.exports } : { ...manifest.exports };
  const dependencies = isLibrary ? listPublishedDependencies(folder) : {};
  const packed = {
    ...{ name, version, description, license, type: 'module', engines, sideEffects },
    bin: bin && mapValues(bin, builtPath),
    exports: {
      ...(isLibrary && mapValues(exported, (path) => withTypes(folder, path))),
      './package.json': './package.json',
    },
    imports: imports && mapValues(imports, (conditions) => mapValues(conditions, builtPath)),
    // For compilers that read no `exports`.
    ...(isLibrary && exported['.'] !== undefined && { types: declarationPath(folder, exported['.']) }),
    files: ['dist'],
    dependencies: Object.keys(dependencies).length > 0 ? dependencies : undefined,
  };
  return `${JSON.stringify(packed, undefined, 2)}\n`;
}

function withTypes(folder: string, path: string) {
  return { types: declarationPath(folder, path), default: builtPath(path) };
}

function mapValues<Value, Mapped>(
  object: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
