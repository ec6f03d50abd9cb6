// Recognises the files of a Prime that contain atoms, by their paths.
import type { TextLevel } from './atom.ts';
import {
  MAX_CHUNK_BYTES,
  MAX_INDEX_BYTES,
  MAX_PATH_LENGTH,
  MAX_SOURCE_BYTES,
  MAX_YAML_BYTES,
} from './limits.ts';

export type AtomFile = { readonly maxBytes: number } & (
  | { readonly type: 'source' | 'index' }
  /** `folder` is the folder of the atom. */
  | { readonly type: 'atom' | 'graph'; readonly folder: string }
  | { readonly type: 'chunk'; readonly folder: string; readonly level: TextLevel }
);

const COMPILED = /^(?:primes\/)?compiled\/(.*)$/;
const CHUNK = /^(.*)\/chunks\/(summary|core|full)\.md$/;

/**
 * Recognises a file by its path: `.prime` files below `primes/`; below `compiled/` or `primes/compiled/` the
 * index, and in the folder of each atom `atom.yaml`, `graph.yaml` and the chunks. Undefined for all other
 * files.
 */
export function findAtomFile(path: string): AtomFile | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  if (path.startsWith('primes/') && path.endsWith('.prime')) {
    return { type: 'source', maxBytes: MAX_SOURCE_BYTES };
  }
  const inside = COMPILED.exec(path)?.[1];
  if (inside === undefined) return undefined;
  if (inside === '_index.xml') return { type: 'index', maxBytes: MAX_INDEX_BYTES };
  const [, chunkFolder, level] = CHUNK.exec(inside) ?? [];
  if (chunkFolder !== undefined) {
    return { type: 'chunk', folder: chunkFolder, level: level as TextLevel, maxBytes: MAX_CHUNK_BYTES };
  }
  const slash = inside.lastIndexOf('/');
  if (slash === -1) return undefined;
  const folder = inside.slice(0, slash);
  const name = inside.slice(slash + 1);
  if (name === 'atom.yaml') return { type: 'atom', folder, maxBytes: MAX_YAML_BYTES };
  if (name === 'graph.yaml') return { type: 'graph', folder, maxBytes: MAX_YAML_BYTES };
  return undefined;
}
