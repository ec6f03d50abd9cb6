// Exports removed versions, channels, deprecations and new names.
import type { RegistryStore, TombstonePlace } from '@prime-registry/store';
import type { LifecycleFile, RemovedFile } from '../export-format/format.ts';

type LifecycleReads = Pick<RegistryStore, 'listTombstones' | 'listNamesWithLifecycle' | 'findLifecycle'>;

const PAGE = 200;
const BEGIN: TombstonePlace = { name: '', identity: '' };

/** Whether there is anything of that kind. */
export async function hasLifecycles(store: LifecycleReads): Promise<boolean> {
  const removed = await store.listTombstones(BEGIN, 1);
  return removed.length > 0 || (await store.listNamesWithLifecycle('', 1)).length > 0;
}

/** The removed versions, by name. */
export async function* listRemoved(store: LifecycleReads): AsyncGenerator<RemovedFile> {
  for (let after = BEGIN; ; ) {
    const page = await store.listTombstones(after, PAGE);
    for (const { name, version, sha256, category, reason = null, removedAtMs, origin } of page) {
      const removed_at = new Date(removedAtMs).toISOString();
      yield { name, version, sha256, category, reason, removed_at, ...(origin !== undefined && { origin }) };
    }
    if (page.length < PAGE) return;
    after = page.at(-1) ?? after;
  }
}

/** What happened to each Prime, by name. */
export async function* listLifecycles(store: LifecycleReads): AsyncGenerator<LifecycleFile> {
  for (let after = ''; ; ) {
    const page = await store.listNamesWithLifecycle(after, PAGE);
    for (const name of page) {
      const lifecycle = await store.findLifecycle(name);
      if (lifecycle === undefined) continue;
      yield {
        name,
        channels: lifecycle.channels.map(({ channel, version, setAtMs }) => ({
          ...{ channel, version },
          set_at: new Date(setAtMs).toISOString(),
        })),
        deprecations: lifecycle.deprecations.map(({ range, message, successor, setAtMs }) => ({
          ...{ range, message },
          successor:
            successor === undefined
              ? null
              : {
                  name: successor.name,
                  range: successor.range ?? null,
                  registry: successor.registry ?? null,
                },
          set_at: new Date(setAtMs).toISOString(),
        })),
        moved_to: lifecycle.movedTo ?? null,
      };
    }
    if (page.length < PAGE) return;
    after = page.at(-1) ?? after;
  }
}
