// The atoms of a version for links between their pages: made once, and kept.
import type { Version } from '@prime-registry/protocol';
import { AtomLinks } from '@prime-registry/web';
import { withoutOuterEdges } from '../../../tasks/render/outer-edges.ts';
import type { Needs } from '../../route-deps.ts';
import { useRows } from '../version-rows.ts';

/** The atoms of a version. */
interface LinkedVersion {
  readonly name: string;
  readonly version: Version;
  /** Of its atoms in caches. */
  readonly key: string;
}

/** @param client - the key of the client, for its share of a thread. @throws RegistryError `overloaded` */
export function readLinks(
  { store, pageCache, tasks }: Needs<'store' | 'pageCache' | 'tasks'>,
  { name, version, key }: LinkedVersion,
  client: string,
): Promise<AtomLinks> {
  return pageCache.links.getOrLoad(key, () =>
    useRows(
      () => withoutOuterEdges(store.readGraphRows(name, version)),
      (rows, isSmall) =>
        tasks.use('linkAtoms', undefined, { subject: key, key: client, isSmall }, async (call) => {
          for await (const batch of rows) await call('add', batch);
          return new AtomLinks(await call('finish'));
        }),
    ),
  );
}
