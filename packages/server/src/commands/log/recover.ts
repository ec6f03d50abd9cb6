// `prime-registry log recover`
import {
  escapeControls,
  flag,
  formatCount,
  StatusLine,
  UsageError,
  valued,
} from '@prime-registry/command-line';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { RecoveredLog } from '../../log/recovery/recover-log.ts';
import { sha256 } from '../../signing/ed25519.ts';
import { verifierKeyOf } from '../../signing/key-file.ts';
import { VERIFIERS } from '../../signing/verifiers.ts';
import { readKeys } from '../../wiring/log/log-key-file.ts';
import { type Command, settingsNamed } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { withExistingStore } from '../open-data.ts';
import { printItem } from '../output.ts';
import { LOG_SETTINGS, readLastSigned } from './log-data.ts';

/** Exit code: the log is recovered, and the operator has something left to do. */
const UNFOLLOWED = 2;
/** Entries that were not followed and are shown to people. */
const SHOWN = 50;

export const logRecover: Command = {
  settings: [...LOG_SETTINGS, ...settingsNamed('upstream-proxy', 'upstream-cafile')],
  options: {
    from: valued(
      '<folder or address>',
      'Who has the missing entries: a folder with the tiles of the log, or a server that serves them',
    ),
    complete: flag(
      'Nothing was signed after the newest head of the copy; needed without a mark next to the tarballs',
    ),
    json: flag('Print JSON'),
  },
  async run(flags, _parameters, host) {
    if (flags.from === undefined)
      throw new UsageError('--from is missing: give the folder or the address that has the missing entries');
    const from = String(flags.from);
    // Loaded on demand: help and wrong flags need neither the HTTP client nor the tree.
    const { openTail } = await import('./tail/open-tail.ts');
    const { recoverLog } = await import('../../log/recovery/recover-log.ts');
    const progress = new StatusLine(host.stderr);
    const recovered = await withExistingStore(host, flags, async (store, settings) => {
      const source = await openTail(from, settings);
      try {
        const mark = await readLastSigned(settings);
        const keys = (await readKeys(settings)) ?? [];
        const order = {
          mark,
          keysOf: (origin: string) => keys.map((key) => verifierKeyOf(origin, key)),
          isComplete: flags.complete === true,
        };
        const done = await interruptibly('run it again: it resumes', (signal) => {
          const onProgress = (size: number, of: number): void =>
            progress.show(`${size} of ${formatCount(of, 'entry', 'entries')}`);
          const deps = { store, source, signal, onProgress, sha256, verifiers: VERIFIERS };
          return recoverLog(deps, order);
        }).finally(() => progress.clear());
        const { before, size, lost } = done;
        const details = { from: source.what, before, size, lost: lost.length };
        await store.recordAct({ ...operatorActs('log-recover', Date.now()), details });
        return done;
      } finally {
        await source.close();
      }
    });
    await printItem(host, flags.json, recovered, toJson, describe);
    return recovered.lost.length + recovered.unfollowed.length === 0 ? 0 : UNFOLLOWED;
  },
};

function describe({ origin, before, size, lost, unfollowed }: RecoveredLog): string {
  const added = size - before;
  if (added === 0)
    return `${origin} has all ${formatCount(size, 'entry', 'entries')} that were signed, and goes on.`;
  const lines = [
    `${origin} has ${formatCount(added, 'entry', 'entries')} more, ${size} in all, each proved to be what was signed. It goes on under its name.`,
    ...lost.slice(0, SHOWN).map(({ name, identity }) => `lost: ${name} ${identity}`),
    ...more(lost.length),
    ...unfollowed.slice(0, SHOWN).map(({ index, reason }) => `not followed: entry #${index} ${reason}`),
    ...more(unfollowed.length),
  ];
  if (lost.length > 0)
    lines.push(
      `The tarballs and pages of ${formatCount(lost.length, 'version')} are not in the log: publish the very same files again, ` +
        "which brings each back to its place in it, yanked if it was. 'prime-registry lost-versions list' shows them.",
    );
  return lines.map(escapeControls).join('\n');
}

function more(count: number): string[] {
  return count > SHOWN ? [`and ${count - SHOWN} more`] : [];
}

function toJson({ origin, before, size, lost, unfollowed }: RecoveredLog): object {
  return {
    ...{ origin, before, size },
    lost: lost.map(({ name, identity: version, sha256: digest }) => ({ name, version, sha256: digest })),
    unfollowed,
  };
}
