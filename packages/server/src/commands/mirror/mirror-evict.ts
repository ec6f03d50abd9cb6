// `prime-registry mirror evict`
import { escapeControls, flag, formatCount, formatSize } from '@prime-registry/command-line';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { evict } from '../../mirror/evict/evict.ts';
import {
  isLimited,
  measureSurplus,
  type PlanDeps,
  planEviction,
  type Victim,
} from '../../mirror/evict/plan-eviction.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import { type Command, settingsNamed } from '../command.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, settingsOf, withExistingStore, withLedger } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';

// As in gc.ts: on PostgreSQL, a pull whose transaction is retried is without its lock for some seconds, with
// its tarball in place.
const SHARED_DATABASE_MS = 60_000;
const DAY_MS = 86_400_000;

export const mirrorEvict: Command = {
  settings: [...DATA_AND_BLOB_SETTINGS, ...settingsNamed('mirror-max-bytes', 'mirror-max-age')],
  options: {
    'dry-run': flag('Show what would be evicted, and change nothing'),
    json: flag('Print JSON, one version a line, and a summary as the last'),
  },
  async run(flags, _parameters, host) {
    const isDryRun = flags['dry-run'] === true;
    const isJson = flags.json === true;
    const done = { versions: 0, sizeBytes: 0 };
    const left = new Set<string>();
    const take = async (victims: AsyncIterable<Victim>, signal: AbortSignal): Promise<void> => {
      for await (const victim of victims) {
        signal.throwIfAborted();
        done.versions += 1;
        done.sizeBytes += victim.storedBytes;
        await (isJson
          ? printJson(host, toJson(victim, isDryRun))
          : printLine(host, describe(victim, isDryRun)));
      }
    };
    const hasLimit = isLimited(settingsOf(host, flags));
    const plan = (store: PlanDeps['store'], limits: ServerSettings): Promise<void> =>
      interruptibly('nothing was evicted', async (signal) => {
        const deps = { store, limits, now: Date.now };
        await take(planEviction(deps, await measureSurplus(deps)), signal);
      });
    if (isDryRun || !hasLimit) await withLedger(host, flags, plan);
    else
      await withExistingStore(host, flags, (store, limits) =>
        withBlobInventory(limits, (inventory) =>
          interruptibly('what is listed above was evicted, and nothing else', (signal) => {
            const now = Date.now;
            const blobsOlderThanMs = limits.database === '' ? 0 : SHARED_DATABASE_MS;
            const actOf = () => operatorActs('evict', now());
            const deps = { store, inventory, limits, now, actOf, blobsOlderThanMs, signal };
            return take(evict(deps, left), signal);
          }),
        ),
      );
    const { versions, sizeBytes } = done;
    if (isJson)
      await printJson(host, { kind: 'summary', evicted: !isDryRun, versions, size_bytes: sizeBytes });
    else await printLine(host, summarize({ ...done, isDryRun, hasLimit, left: left.size }));
    return 0;
  },
};

function describe(
  { name, version, origin, storedBytes: sizeBytes, lastReadDay, reason }: Victim,
  isDryRun: boolean,
): string {
  const verb = isDryRun ? 'would evict' : 'evicted';
  const why = reason === 'age' ? 'not read since' : 'over the size limit, last read';
  return escapeControls(
    `${verb} ${name} ${version}, ${formatSize(sizeBytes)}, of ${origin}: ${why} ${formatDay(lastReadDay)}`,
  );
}

function toJson(
  { name, version, origin, storedBytes: sizeBytes, lastReadDay, reason }: Victim,
  isDryRun: boolean,
): object {
  return {
    kind: 'version',
    ...{ name, version, origin, size_bytes: sizeBytes, last_read: formatDay(lastReadDay), reason },
    evicted: !isDryRun,
  };
}

function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

interface Outcome {
  readonly versions: number;
  readonly sizeBytes: number;
  readonly isDryRun: boolean;
  readonly hasLimit: boolean;
  readonly left: number;
}

function summarize({ versions, sizeBytes, isDryRun, hasLimit, left }: Outcome): string {
  if (!hasLimit) return 'There is no limit: set mirror-max-bytes or mirror-max-age.';
  if (versions === 0) return 'There is nothing to evict.';
  const amount = `${formatCount(versions, 'version')}, ${formatSize(sizeBytes)}`;
  if (isDryRun) return `Would evict ${amount}. Nothing was changed.`;
  const rest = left === 0 ? '' : ` ${formatCount(left, 'tarball')} came just now: 'gc' removes them later.`;
  return `Evicted ${amount}.${rest}`;
}
