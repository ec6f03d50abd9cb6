// The folders and files of one Prime, kept so that two paths can never mean one file on any file system.
import { foldName } from './fold-name.ts';
import { quotePath } from './printable-path.ts';

/** A folder, or a file when it has no `children`; they are keyed by {@link foldName} of their name. */
export interface PathNode {
  readonly name: string;
  readonly children: Map<string, PathNode> | undefined;
}

/** Takes paths that {@link findPathProblem} found nothing wrong with, and finds those that collide. */
export class PathTree {
  readonly root = { name: '', children: new Map<string, PathNode>() };
  #size = 0;

  /** How many distinct files and folders there are, counting folders that only a path implies. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds a path. Answers what it collides with, as a whole sentence; undefined when it does not. The same
   * folder again is no collision, the same file again is one.
   */
  add(path: string, kind: 'file' | 'folder'): string | undefined {
    const segments = path.split('/');
    let folder = this.root.children;
    for (const [index, name] of segments.entries()) {
      const isFolder = kind === 'folder' || index < segments.length - 1;
      const known = folder.get(foldName(name));
      const node = known ?? this.#insert(folder, name, isFolder);
      const pathTo = (last: string) => quotePath([...segments.slice(0, index), last].join('/'));
      if (node.name !== name) {
        return `${pathTo(name)} and ${pathTo(node.name)} differ only in letter case or Unicode form, so that many systems take them for one; rename one of them`;
      }
      if (isFolder !== (node.children !== undefined)) {
        return `${pathTo(name)} is both a file and a folder; rename one of them`;
      }
      if (node.children === undefined) {
        return known === undefined ? undefined : `${pathTo(name)} is there twice; keep one of them`;
      }
      folder = node.children;
    }
    return undefined;
  }

  #insert(folder: Map<string, PathNode>, name: string, isFolder: boolean): PathNode {
    const node: PathNode = { name, children: isFolder ? new Map() : undefined };
    folder.set(foldName(name), node);
    this.#size += 1;
    return node;
  }
}
