// The atoms of a version as lists show them, read once.
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
    for await (const atoms of store.readLinkedAtoms(name, version))
      for (const atom of atoms) lister.add(atom);
    return lister.finish();
  });
}
