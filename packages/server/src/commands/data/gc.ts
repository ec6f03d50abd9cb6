// `prime-registry gc`
import { flag, formatCount, formatSize, UsageError, valued } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import type { VersionLabel } from '@prime-registry/store';
import { refuseIfVersionsAreMissing } from '../../actions/lost-versions/compare-mark.ts';
import { findGarbage, type Garbage } from '../../actions/maintenance/collect-garbage.ts';
import { removeGarbage } from '../../actions/maintenance/remove-garbage.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import type { Command } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, settingsOf, withLedger } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';
import { readDuration } from '../read-options.ts';

const DEFAULT_DELAY = '24h';
// On PostgreSQL, a publish whose transaction is retried is without its lock for some seconds, with its
// tarball in place.
const SHORTEST_DELAY_MS = 60_000;

export const gc: Command = {
  settings: DATA_AND_BLOB_SETTINGS,
  options: {
    delete: flag('Remove them; without it nothing is changed'),
    'older-than': valued(
      '<time>',
      `Only what was not touched for this long: 30m, 12h, 7d; default ${DEFAULT_DELAY}`,
    ),
    json: flag('Print JSON, one item a line, and a summary as the last'),
  },
  async run(flags, _parameters, host) {
    const { 'older-than': text = DEFAULT_DELAY } = flags;
    const olderThanMs = readDuration('--older-than', String(text), '30m, 12h, 7d');
    const isRemoving = flags.delete === true;
    if (isRemoving && olderThanMs < SHORTEST_DELAY_MS && settingsOf(host, flags).database !== '')
      throw new UsageError('--older-than: with PostgreSQL, the minimum is 1m');
    const show = (item: Garbage): Promise<void> =>
      flags.json === true
        ? printJson(host, toJson(item, isRemoving))
        : printLine(host, describe(item, isRemoving));
    const items = await withLedger(host, flags, (store, settings) =>
      withBlobInventory(settings, (inventory) =>
        interruptibly('nothing was done but what is listed above', async (signal) => {
          const deps = { store, inventory, now: Date.now, signal };
          if (isRemoving) await refuseIfVersionsAreMissing({ ...deps, marks: inventory });
          const garbage = await findGarbage(deps, olderThanMs);
          const shown: Garbage[] = [];
          for await (const item of isRemoving ? removeGarbage(deps, olderThanMs, garbage) : garbage) {
            shown.push(item);
            await show(item);
          }
          return shown;
        }),
      ),
    );
    const sum = sumUp(items);
    await (flags.json === true
      ? printJson(host, { kind: 'summary', removed: isRemoving, ...sum })
      : printLine(host, summarize(sum, isRemoving)));
    return 0;
  },
};

function describe(item: Garbage, isRemoved: boolean): string {
  const what = item.kind === 'blob' ? `tarball ${item.sha256}` : `upload ${item.name}`;
  const when = formatTimestamp(item.touchedAtMs);
  const removed = item.kind === 'blob' && item.of !== undefined ? `; removed: ${listLabels(item.of)}` : '';
  return `${isRemoved ? 'removed' : 'would remove'} ${what}, ${formatSize(item.sizeBytes)}, of ${when}${removed}`;
}

function listLabels(versions: readonly VersionLabel[]): string {
  return versions.map(({ name, version }) => `${name} ${version}`).join(', ');
}

function toJson(item: Garbage, isRemoved: boolean): object {
  return {
    kind: item.kind,
    ...(item.kind === 'blob' ? { sha256: item.sha256 } : { upload: item.name }),
    ...(item.kind === 'blob' && item.of !== undefined && { removed_versions: item.of }),
    size_bytes: item.sizeBytes,
    touched_at: formatTimestamp(item.touchedAtMs),
    removed: isRemoved,
  };
}

function sumUp(items: readonly Garbage[]) {
  const blobs = items.filter(({ kind }) => kind === 'blob').length;
  const bytes = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { blobs, uploads: items.length - blobs, bytes };
}

function summarize({ blobs, uploads, bytes }: ReturnType<typeof sumUp>, isRemoved: boolean): string {
  const amount = `${formatCount(blobs, 'tarball')} and ${formatCount(uploads, 'upload')}, ${formatSize(bytes)}`;
  if (isRemoved) return `Removed ${amount}.`;
  if (blobs + uploads === 0) return 'There is nothing to remove.';
  return `Would remove ${amount}. Nothing was changed; use --delete to remove them.`;
}
