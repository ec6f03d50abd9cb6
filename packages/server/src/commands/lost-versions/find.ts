// `prime-registry lost-versions find`
import { escapeControls, flag, formatCount, formatSize, StatusLine } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol';
import type { VersionDigest } from '@prime-registry/store';
import { type FoundTarball, findLostVersions } from '../../actions/lost-versions/find-lost-versions.ts';
import { operatorActs } from '../../actions/tokens/act.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import { type Command, settingsNamed } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, withExistingStore } from '../open-data.ts';
import { printItem } from '../output.ts';

/** Exit code: of some tarballs, the version cannot be known. */
const FAULTY = 2;

export const lostVersionsFind: Command = {
  settings: [...DATA_AND_BLOB_SETTINGS, ...settingsNamed('max-unpacked', 'max-entries', 'max-ratio')],
  options: {
    record: flag('Accept them from now on only with the same bytes'),
    json: flag('Print JSON, one tarball a line, and a summary as the last'),
  },
  async run(flags, _parameters, host) {
    const isJson = flags.json === true;
    const progress = new StatusLine(host.stderr);
    const lost: VersionDigest[] = [];
    let unknown = 0;
    let recorded: number | undefined;
    await withExistingStore(host, flags, (store, settings) =>
      withBlobInventory(settings, (inventory) =>
        interruptibly('nothing was recorded', async (signal) => {
          progress.show('reading the tarballs that no version needs');
          for await (const found of findLostVersions({ store, inventory, limits: settings, signal })) {
            if (found.kind === 'lost') lost.push(found);
            if (found.kind === 'unknown') unknown += 1;
            progress.clear();
            await printItem(host, isJson, found, toJson, (one) => escapeControls(describe(one)));
          }
          if (flags.record !== true) return;
          const added = await store.recordLostVersions(lost, toAuditEntry);
          recorded = added.length;
        }).finally(() => progress.clear()),
      ),
    );
    const counts = { lost: lost.length, unknown, recorded };
    await printItem(host, isJson, counts, (summed) => ({ kind: 'summary', ...summed }), summarize);
    return unknown === 0 ? 0 : FAULTY;
  },
};

function toAuditEntry({ name, identity, sha256 }: VersionDigest) {
  return { ...operatorActs('record-lost', Date.now()), name, version: identity, details: { sha256 } };
}

function describe(found: FoundTarball): string {
  const tarball = `tarball ${found.sha256}, ${formatSize(found.sizeBytes)}, of ${formatTimestamp(found.touchedAtMs)}`;
  if (found.kind === 'unknown') return `unknown: ${tarball} ${found.reason}`;
  if (found.kind === 'lost') return `lost: ${found.name} ${found.identity}: ${tarball}`;
  return `taken: ${found.name} ${found.identity} is here with another tarball, or was removed: ${tarball}`;
}

function toJson(found: FoundTarball): object {
  const { kind, sha256, sizeBytes, touchedAtMs } = found;
  const tarball = { sha256, size_bytes: sizeBytes, touched_at: formatTimestamp(touchedAtMs) };
  if (found.kind === 'unknown') return { kind, ...tarball, reason: found.reason };
  return { kind, name: found.name, version: found.identity, ...tarball };
}

function summarize(counts: { lost: number; unknown: number; recorded: number | undefined }): string {
  const { lost, unknown, recorded } = counts;
  const found = `Found ${formatCount(lost, 'lost version')}`;
  const others = unknown === 0 ? '' : ` and ${formatCount(unknown, 'tarball')} of an unknown version`;
  if (recorded !== undefined) return `${found}${others}; ${recorded} newly recorded.`;
  return lost === 0
    ? `${found}${others}.`
    : `${found}${others}. Nothing was changed; use --record to record them.`;
}
