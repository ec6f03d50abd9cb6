// The answer to a request for many lists and manifests (not part of the contract).
import { primeBatchKey, type VersionList } from '@prime-registry/protocol';
import type { BatchAnswers, BatchItem, RegistryManifest } from '../registry-reader.ts';
import { fieldOf, readOrDrop } from './additions.ts';
import { ShapeError, type ShapeReader } from './read-shape.ts';
import { versionListReader } from './version-list.ts';
import { versionManifestReader } from './version-manifest.ts';

/** Reads the answer. An item that is missing, or malformed, is left out: the request for it alone says why. */
export function primeBatchReader(items: readonly BatchItem[]): ShapeReader<BatchAnswers> {
  return (body) => {
    const primes = fieldOf(body, 'primes');
    if (!Array.isArray(primes)) throw new ShapeError("'primes' must be a list");
    const wanted = new Map(items.map((item) => [primeBatchKey(item.name, item.version), item]));
    const lists = new Map<string, VersionList>();
    const manifests = new Map<string, RegistryManifest>();
    for (const entry of primes.slice(0, items.length)) {
      const key = fieldOf(entry, 'of');
      // Not converted to text: that throws for some objects, and for deep lists.
      if (typeof key !== 'string') continue;
      const item = wanted.get(key);
      if (item === undefined) continue;
      const { name, version } = item;
      if (version === undefined) {
        const list = readOrDrop(() => versionListReader(name)(fieldOf(entry, 'list')));
        if (list !== undefined) lists.set(key, list);
      } else {
        const manifest = readOrDrop(() => versionManifestReader(name, version)(fieldOf(entry, 'manifest')));
        if (manifest !== undefined) manifests.set(key, manifest);
      }
    }
    return { lists, manifests };
  };
}
