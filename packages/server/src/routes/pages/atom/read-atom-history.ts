// An atom in the newest versions of its Prime, for its history and for those who look for it in a version without it.
import { identityOfVersion } from '@prime-registry/protocol';
import type { AtomHistory, ShownVersion } from '@prime-registry/web';
import type { Needs } from '../../route-deps.ts';

/** The store reads at most this many. */
const MAX_VERSIONS = 100;

/** An atom, and the versions of its Prime in descending precedence. */
interface WantedHistory {
  readonly name: string;
  readonly id: string;
  readonly versions: readonly ShownVersion[];
}

/** Reads the history; at most half a minute old. Versions that only an upstream has are left out. */
export function readAtomHistory(
  { store, pageCache }: Needs<'store' | 'pageCache'>,
  { name, id, versions }: WantedHistory,
): Promise<AtomHistory> {
  const here = versions.filter(({ atoms }) => atoms !== undefined);
  const some = new Map(
    here.slice(0, MAX_VERSIONS).map(({ version }) => [identityOfVersion(version), version]),
  );
  const identities = [...some.keys()];
  return pageCache.histories.getOrLoad([name, id, ...identities].join(' '), async () => {
    const states = await store.listAtomStates(name, id, identities);
    return {
      states: states.map(({ identity, found }) => ({ version: some.get(identity) ?? identity, found })),
      isCut: here.length > identities.length || states.length < identities.length,
    };
  });
}
