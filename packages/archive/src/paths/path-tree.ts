// The folders and files of one Prime. It finds paths that would be the same file on some file system.
import { foldName } from './fold-name.ts';
import { quotePath } from './printable-path.ts';

/** A folder, or a file if it has no `children`. The keys are the folded names ({@link foldName}). */
export interface PathNode {
  readonly name: string;
  readonly children: Map<string, PathNode> | undefined;
}

/** Finds collisions of paths that {@link findPathProblem} accepted. */
export class PathTree {
  readonly root = { name: '', children: new Map<string, PathNode>() };
  /** Number of distinct files and folders, including folders that only a path implies. */
  size = 0;

  /**
   * Adds a path. Returns its collision as a whole sentence; undefined if there is none. A repeated folder is
   * not a collision; a repeated file is one.
   */
  add(path: string, kind: 'file' | 'folder'): string | undefined {
    const segments = path.split('/');
    let folder = this.root.children;
    for (const [index, name] of segments.entries()) {
      const isFolder = kind === 'folder' || index < segments.length - 1;
      const folded = foldName(name);
      const known = folder.get(folded);
      const node = known ?? this.#insert(folder, folded, name, isFolder);
      const pathTo = (last: string) => quotePath([...segments.slice(0, index), last].join('/'));
      if (node.name !== name) {
        return `${pathTo(name)} and ${pathTo(node.name)} differ only in letter case, Unicode form or letters that look alike, which is the same name to many systems or readers; rename one of them`;
      }
      if (isFolder !== (node.children !== undefined)) {
        return `${pathTo(name)} is both a file and a folder; rename one of them`;
      }
      if (node.children === undefined) {
        return known === undefined ? undefined : `${pathTo(name)} occurs twice; keep one of them`;
      }
      folder = node.children;
    }
    return undefined;
  }

  #insert(folder: Map<string, PathNode>, folded: string, name: string, isFolder: boolean): PathNode {
    const node: PathNode = { name, children: isFolder ? new Map() : undefined };
    folder.set(folded, node);
    this.size += 1;
    return node;
  }
}
