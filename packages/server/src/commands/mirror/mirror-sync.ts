// `prime-registry mirror sync <upstream>`
import { flag, valued } from '@prime-registry/command-line';
import { InventoryBudget } from '../../actions/inventory/inventory-budget.ts';
import { SettingError } from '../../config/setting.ts';
import type { RemovalDeps } from '../../mirror/lists/follow-list.ts';
import { syncRegistry } from '../../mirror/sync/sync-registry.ts';
import { KnownUpstreams } from '../../mirror/upstreams/known-upstreams.ts';
import { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import { openInThisThread } from '../../tasks/publish/tarball-reader.ts';
import { openPacedUpstreams } from '../../wiring/mirror/open-upstreams.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import { type Command, repeatable, settingsNamed, UPSTREAM_SETTINGS } from '../command.ts';
import { InterruptedError, interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, openExistingBlobs, settingsOf, withExistingStore } from '../open-data.ts';
import { openSecretCheck } from '../open-secret-check.ts';
import { findUpstream } from './find-upstream.ts';
import { SyncReport } from './sync-report.ts';
import { DEFAULT_RATE, readRate, readSelection } from './sync-selection.ts';

export const mirrorSync: Command = {
  settings: [
    ...DATA_AND_BLOB_SETTINGS,
    ...settingsNamed(
      ...[
        ...UPSTREAM_SETTINGS,
        'local-scopes',
        'mirror-keep-removed',
        'max-tarball',
        'max-unpacked',
        'max-entries',
        'max-ratio',
        'secret-scan',
      ],
    ),
  ],
  options: {
    scope: repeatable('<@scope>', 'Only this scope'),
    prime: repeatable('<@scope/name>', 'This Prime, even if the upstream does not list its Primes'),
    after: valued('<@scope/name>', 'Start behind this name, in the order of names'),
    rate: valued('<number>', `Most requests a second to each upstream; default ${DEFAULT_RATE}`),
    full: flag('Read every list, also if the upstream says that nothing has changed since the last copy'),
    'dry-run': flag('Only report what would be copied; nothing is changed'),
    json: flag('Print JSON, one item a line, and a summary as the last'),
  },
  async run(flags, [text = ''], host) {
    const settings = settingsOf(host, flags);
    const chosen = findUpstream(settings.upstreams, text);
    const selection = readSelection(flags, settings, chosen);
    const perSecond = readRate(flags.rate);
    const isDryRun = flags['dry-run'] === true;
    const isFull = flags.full === true;
    const report = new SyncReport({ host, isDryRun, isJson: flags.json === true, upstream: chosen.url });
    try {
      await withExistingStore(host, flags, async (store) => {
        const blobs = await openExistingBlobs(settings);
        await interruptibly(
          () => report.describeStop(),
          async (signal) => {
            const known = new KnownUpstreams({
              store: isDryRun ? { ...store, noteKnownUpstream: async () => undefined } : store,
              now: Date.now,
              onFailure: () => undefined,
            });
            const upstreams = await openPacedUpstreams(settings, {
              ...{ perSecond, signal, known },
              logStore: isDryRun ? undefined : store,
            });
            const upstream = upstreams.find(({ url }) => url === chosen.url);
            if (upstream === undefined) throw new Error('every configured upstream is opened');
            const localScopes = new Set(settings.localScopes);
            const deps = {
              ...{ store, blobs, upstreams, upstream, localScopes, isDryRun, isFull, signal },
              limits: settings,
              openTarballTask: openInThisThread,
              manifestReader: new ManifestReader(undefined),
              inventoryBudget: new InventoryBudget(),
              now: Date.now,
              onOutcome: report.tell,
              onReached: report.reach,
              onContinued: report.proceed,
              removal: {
                keepsRemoved: settings.mirrorKeepsRemoved,
                withInventory: (work) => withBlobInventory(settings, work),
                onKept: (name, version) =>
                  report.warn(
                    `${name} ${version} was removed at ${chosen.url}; mirror-keep-removed keeps it here`,
                  ),
              } satisfies RemovalDeps,
              secrets: openSecretCheck(host, store, settings),
              onSecrets: (name: string, version: string, places: readonly string[]) =>
                report.warn(`${name} ${version} may contain secrets: ${places.join(', ')}`),
            };
            await syncRegistry(deps, selection).finally(() =>
              Promise.all(upstreams.map((each) => each.close())),
            );
          },
        ).finally(() => blobs.close());
      });
    } catch (error) {
      // There is no registry: nothing was begun.
      if (error instanceof SettingError) throw error;
      // An interruption has its own message.
      await report.finish(error instanceof InterruptedError ? undefined : error);
      throw error;
    }
    await report.finish();
    return report.hasFailures ? 1 : 0;
  },
};
