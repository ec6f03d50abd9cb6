// Creates what serves the log, and the backfill of older versions.
import type { RegistryStore } from '@prime-registry/store';
import type { ServerSettings } from '../../config/server-settings.ts';
import type { HotReads } from '../../http/response-cache/hot-reads.ts';
import { Backfill } from '../../log/backfill.ts';
import { RegistryLog } from '../../log/registry-log.ts';
import { SignedHeads } from '../../log/signed-heads.ts';
import { sha256 } from '../../signing/ed25519.ts';
import type { CommonParts } from '../common-parts.ts';
import type { OpenedLog } from './open-log.ts';

/** What readers see. @param opened - undefined if the log is not signed: then they do not see it */
export function createRegistryLog(
  opened: OpenedLog | undefined,
  store: RegistryStore,
  { witnesses }: Pick<ServerSettings, 'witnesses'>,
  hotReads: Pick<HotReads, 'forgetUnchanging'>,
): RegistryLog | undefined {
  if (opened === undefined) return undefined;
  const { signer, guard } = opened;
  const heads = new SignedHeads({
    ...{ store, guard, changeStamp: store.changeStamp },
    onOtherLog: () => hotReads.forgetUnchanging(),
  });
  const vkeys = witnesses.map(({ vkey }) => vkey);
  return new RegistryLog({ store, heads, guard, signer, sha256, witnesses: vkeys });
}

/** One read of a few rows, so that the last publish of an older replica is not without an entry for long. */
const LOOK_EVERY_MS = 30_000;

/** What brings versions from before the log into it; it does not start yet. */
export function createBackfill({ storage, log, now }: CommonParts): Backfill {
  return new Backfill({
    ...{ store: storage.store, now },
    onFailure: (error) =>
      log.warn({ err: error }, 'older versions cannot be brought into the log; it is tried again'),
    onDone: ({ of }) => log.info({ versions: of }, 'all older versions are in the log'),
    onUnlogged: (versions) =>
      log.warn(
        { versions },
        'versions came without an entry in the log, as from an older program; they have one now',
      ),
    lookEveryMs: LOOK_EVERY_MS,
  });
}
