// The atoms of a version as lists show them, read once, with pauses: ten thousand held the thread for 140 ms.
import { createPause } from '@prime-registry/concurrency';
import type { Version } from '@prime-registry/protocol';
import { AtomLister, type AtomListing } from '@prime-registry/web';
import type { Needs } from '../../route-deps.ts';

/** @param key - of the atoms in caches */
export function listAtoms(
  { store, pageCache }: Needs<'store' | 'pageCache'>,
  name: string,
  version: Version,
  key: string,
): Promise<AtomListing> {
  return pageCache.listings.getOrLoad(key, async () => {
    const lister = new AtomLister();
    const pause = createPause();
    for await (const atoms of store.readListedAtoms(name, version)) {
      for (const atom of atoms) {
        lister.add(atom);
        await pause();
      }
    }
    return lister.finish(pause);
  });
}
