// `prime-registry mirror rebind <@scope/name>`
import { flag, UsageError, valued } from '@prime-registry/command-line';
import { type PrimeName, parsePrimeName } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { InventoryBudget } from '../../actions/inventory/inventory-budget.ts';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { compareVersions } from '../../mirror/rebind/compare-versions.ts';
import { rebindPrime } from '../../mirror/rebind/rebind-prime.ts';
import { KnownUpstreams } from '../../mirror/upstreams/known-upstreams.ts';
import { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import { openInThisThread } from '../../tasks/publish/tarball-reader.ts';
import { openPacedUpstreams } from '../../wiring/mirror/open-upstreams.ts';
import { type Command, settingsNamed, UPSTREAM_SETTINGS } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, openExistingBlobs, settingsOf, withExistingStore } from '../open-data.ts';
import { openSecretCheck } from '../open-secret-check.ts';
import { readParsed } from '../read-options.ts';
import { checkScope, readTarget } from './rebind-choice.ts';
import { RebindReport, type RebindTarget } from './rebind-report.ts';

const REQUESTS_A_SECOND = 20;

export const mirrorRebind: Command = {
  settings: [
    ...DATA_AND_BLOB_SETTINGS,
    ...settingsNamed(
      ...[...UPSTREAM_SETTINGS, 'local-scopes', 'max-tarball', 'max-unpacked', 'max-entries', 'max-ratio'],
    ),
  ],
  options: {
    to: valued('<upstream>', 'The upstream that the name belongs to'),
    local: flag('The name belongs to this registry'),
    remove: flag('Remove the versions that the new owner does not have'),
    'dry-run': flag('Show what would change, and change nothing'),
    json: flag('Print JSON, one version a line, and a summary as the last'),
  },
  async run(flags, [text = ''], host) {
    const settings = settingsOf(host, flags);
    const name = readParsed(parsePrimeName(text));
    const target = readTarget(flags, settings, name);
    return withExistingStore(host, flags, async (store) => {
      const versions = await store.listBoundVersions(name.full);
      // Also of a Prime whose versions were all removed.
      const from = versions[0]?.origin ?? (await store.findStanding(name.full)).origin;
      if (from === undefined)
        throw new UsageError(`no version of ${name.full} came from an upstream, so it belongs to none`);
      const report = new RebindReport({ host, name, from, target, isJson: flags.json === true });
      if (target === undefined || (target !== 'local' && target.url === from))
        return report.describeBinding(versions);
      checkScope(name, target, settings, (await store.findStanding(name.full)).isLocalScope);
      const chosen = { name, from, target, report };
      const choices = { isRemoving: flags.remove === true, isDryRun: flags['dry-run'] === true };
      return interruptibly('the Prime has changed completely or not at all', (signal) =>
        rebind({ host, store, settings, signal }, chosen, choices),
      );
    });
  },
};

interface RebindDeps {
  readonly host: CommandHost;
  readonly store: RegistryStore;
  readonly settings: ServerSettings;
  readonly signal: AbortSignal;
}

interface Chosen {
  readonly name: PrimeName;
  readonly from: string;
  readonly target: Exclude<RebindTarget, undefined>;
  readonly report: RebindReport;
}

/** @returns the exit code */
async function rebind(
  { host, store, settings, signal }: RebindDeps,
  { name, from, target, report }: Chosen,
  { isRemoving, isDryRun }: { readonly isRemoving: boolean; readonly isDryRun: boolean },
): Promise<number> {
  const now = Date.now;
  const knowing = isDryRun ? { ...store, noteKnownUpstream: async () => undefined } : store;
  const known = new KnownUpstreams({ store: knowing, now, onFailure: () => undefined });
  const wanted = { ...settings, upstreams: target === 'local' ? [] : [target] };
  // Ends retries of requests whose answers are not needed after a failure.
  const ending = new AbortController();
  const [upstream] = await openPacedUpstreams(wanted, {
    ...{ perSecond: REQUESTS_A_SECOND, known },
    signal: AbortSignal.any([signal, ending.signal]),
  });
  const blobs = await openExistingBlobs(settings);
  try {
    const compared = await compareVersions({ store, upstream }, name);
    signal.throwIfAborted();
    await report.listVersions(compared);
    if (!isRemoving && compared.some(({ comparison }) => comparison !== 'same'))
      return await report.refuse(compared);
    if (isDryRun) return await report.finish(compared, { isChanged: false });
    const deps = {
      ...{ store, blobs, upstream, limits: settings, now, signal },
      openTarballTask: openInThisThread,
      manifestReader: new ManifestReader(undefined),
      inventoryBudget: new InventoryBudget(),
      secrets: openSecretCheck(host, store, settings),
      onSecrets: (_name: string, _version: string, places: readonly string[]) =>
        report.warn(`the pulled version may contain secrets: ${places.join(', ')}`),
      actOf: (action: 'rebind' | 'evict') => operatorActs(action, now()),
    };
    const pulled = await rebindPrime(deps, name, from, compared);
    return await report.finish(compared, { isChanged: true, pulled });
  } finally {
    ending.abort();
    await upstream?.close();
    await blobs.close();
  }
}
