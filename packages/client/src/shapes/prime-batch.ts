// The answer to a request for many lists and manifests (not part of the contract).
import { primeBatchKey, type VersionList } from '@prime-registry/protocol';
import type { BatchAnswers, BatchItem, BatchOptions, RegistryManifest } from '../registry-reader.ts';
import { fieldOf, readOrDrop } from './additions.ts';
import { ShapeError, type ShapeReader } from './read-shape.ts';
import { versionListReader } from './version-list.ts';
import { versionManifestReader } from './version-manifest.ts';

/** Reads the answer. An item that is missing, or malformed, is left out: the request for it alone says why. */
export function primeBatchReader(
  items: readonly BatchItem[],
  { includeLatest = false }: Pick<BatchOptions, 'includeLatest'> = {},
): ShapeReader<BatchAnswers> {
  return (body) => {
    const primes = fieldOf(body, 'primes');
    if (!Array.isArray(primes)) throw new ShapeError("'primes' must be a list");
    const entries = new Map(
      primes
        .slice(0, includeLatest ? 2 * items.length : items.length)
        .map((entry: unknown) => [fieldOf(entry, 'of'), entry]),
    );
    const lists = new Map<string, VersionList>();
    const manifests = new Map<string, RegistryManifest>();
    const addManifest = (name: string, version: string): void => {
      const key = primeBatchKey(name, version);
      const manifest = readOrDrop(() =>
        versionManifestReader(name, version)(fieldOf(entries.get(key), 'manifest')),
      );
      if (manifest !== undefined) manifests.set(key, manifest);
    };
    for (const { name, version } of items) {
      if (version !== undefined) {
        addManifest(name, version);
        continue;
      }
      const list = readOrDrop(() => versionListReader(name)(fieldOf(entries.get(name), 'list')));
      if (list === undefined) continue;
      lists.set(name, list);
      if (includeLatest) addManifest(name, list.latest);
    }
    return { lists, manifests };
  };
}
