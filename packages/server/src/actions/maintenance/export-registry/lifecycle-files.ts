// Exports removed versions, channels, deprecations and new names.
import type { RegistryStore } from '@prime-registry/store';
import { listAll } from '../list-all.ts';
import { listTombstones } from '../removed-blobs.ts';
import { toTime } from './entries.ts';

const PAGE = 200;

/** Whether there is anything of that kind. */
export async function hasLifecycles(store: RegistryStore): Promise<boolean> {
  const removed = await store.listTombstones({ name: '', identity: '' }, 1);
  return removed.length > 0 || (await store.listNamesWithLifecycle('', 1)).length > 0;
}

/** `removed/<name>/<version>.json`, by name. There is no origin if a version was removed here. */
export async function* listRemoved(store: RegistryStore) {
  for await (const tombstone of listTombstones(store)) {
    const { name, version, sha256, category, reason = null, removedAtMs, origin } = tombstone;
    const removed_at = toTime(removedAtMs);
    yield { name, version, sha256, category, reason, removed_at, ...(origin !== undefined && { origin }) };
  }
}

/** `lifecycle/<name>.json`, by name: what happened to each Prime after its publishes. */
export async function* listLifecycles(store: RegistryStore) {
  for await (const name of listAll('', (after) => store.listNamesWithLifecycle(after, PAGE))) {
    const lifecycle = await store.findLifecycle(name);
    if (lifecycle === undefined) continue;
    yield {
      name,
      channels: lifecycle.channels.map(({ channel, version, setAtMs }) => ({
        ...{ channel, version },
        set_at: toTime(setAtMs),
      })),
      deprecations: lifecycle.deprecations.map(({ range, message, successor, setAtMs }) => ({
        ...{ range, message },
        successor: successor
          ? {
              name: successor.name,
              range: successor.range ?? null,
              registry: successor.registry ?? null,
            }
          : null,
        set_at: toTime(setAtMs),
      })),
      moved_to: lifecycle.movedTo ?? null,
    };
  }
}
