// Counts the atoms of a Prime whose manifest does not have the number.
import type { PathNode } from '../paths/path-tree.ts';
import type { TarballReport } from './tarball-report.ts';

type Folder = NonNullable<PathNode['children']>;

/**
 * The `.prime` files anywhere below `primes/`, or else the atom folders below `compiled/`: each direct child
 * folder of a folder whose name begins with `@`. An atom's namespace is the nearest such name above it.
 */
export function countAtoms(root: Folder): Pick<TarballReport, 'atoms' | 'namespaces'> {
  const namespaces = new Set<string>();
  const sources = countSources(findFolder(root, 'primes'), undefined, namespaces);
  const atoms = sources > 0 ? sources : countCompiled(findFolder(root, 'compiled'), undefined, namespaces);
  return { atoms, namespaces: [...namespaces].sort() };
}

function findFolder(root: Folder, name: string): Folder {
  const node = root.get(name);
  return node?.name === name && node.children !== undefined ? node.children : new Map();
}

function countSources(folder: Folder, namespace: string | undefined, namespaces: Set<string>): number {
  let atoms = 0;
  for (const { name, children } of folder.values()) {
    if (children !== undefined) {
      atoms += countSources(children, isNamespace(name) ? name : namespace, namespaces);
    } else if (name.endsWith('.prime')) {
      atoms += 1;
      if (namespace !== undefined) namespaces.add(namespace);
    }
  }
  return atoms;
}

function countCompiled(folder: Folder, namespace: string | undefined, namespaces: Set<string>): number {
  let atoms = 0;
  for (const { name, children } of folder.values()) {
    if (children === undefined) continue;
    if (namespace !== undefined && !isNamespace(name)) {
      atoms += 1;
      namespaces.add(namespace);
    }
    atoms += countCompiled(children, isNamespace(name) ? name : undefined, namespaces);
  }
  return atoms;
}

function isNamespace(name: string): boolean {
  return name.startsWith('@');
}
