// `prime-registry mirror sync <upstream>`
import { type Flags, UsageError } from '@prime-registry/command-line';
import { parsePrimeName, parseScope } from '@prime-registry/protocol';
import { InventoryBudget } from '../../actions/inventory/inventory-budget.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import type { RemovalDeps } from '../../mirror/lists/follow-list.ts';
import type { SyncSelection } from '../../mirror/sync/find-names.ts';
import { syncRegistry } from '../../mirror/sync/sync-registry.ts';
import { KnownUpstreams } from '../../mirror/upstreams/known-upstreams.ts';
import type { UpstreamSettings } from '../../mirror/upstreams/upstream.ts';
import { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import { openInThisThread } from '../../tasks/publish/tarball-reader.ts';
import { openPacedUpstreams } from '../../wiring/open-upstreams.ts';
import { withBlobInventory } from '../../wiring/storage/open-blobs.ts';
import { type Command, settingsNamed, UPSTREAM_SETTINGS } from '../command.ts';
import { InterruptedError, interruptibly } from '../interrupt.ts';
import { DATA_AND_BLOB_SETTINGS, openExistingBlobs, settingsOf, withExistingStore } from '../open-data.ts';
import { openSecretCheck } from '../open-secret-check.ts';
import { findUpstream } from './find-upstream.ts';
import { SyncReport } from './sync-report.ts';

const DEFAULT_RATE = 20;
const MAX_RATE = 10_000;

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
    scope: { type: 'string', multiple: true, value: '<@scope>', summary: 'Only this scope; may be repeated' },
    prime: {
      type: 'string',
      multiple: true,
      value: '<@scope/name>',
      summary: 'This Prime, even if the upstream does not list its Primes; may be repeated',
    },
    after: {
      type: 'string',
      value: '<@scope/name>',
      summary: 'Start behind this name, in the order of names',
    },
    rate: {
      type: 'string',
      value: '<number>',
      summary: `Most requests a second to each upstream; default ${DEFAULT_RATE}`,
    },
    full: {
      type: 'boolean',
      summary: 'Read every list, also if the upstream says that nothing has changed since the last copy',
    },
    'dry-run': { type: 'boolean', summary: 'Only report what would be copied; nothing is changed' },
    json: { type: 'boolean', summary: 'Print JSON, one item a line, and a summary as the last' },
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

function readSelection(flags: Flags, settings: ServerSettings, upstream: UpstreamSettings): SyncSelection {
  const primes = asList(flags.prime).map((name) => {
    const parsed = parsePrimeName(name);
    if (!parsed.ok) throw new UsageError(`--prime: ${parsed.message}`);
    requireSupplied(parsed.value.scope, `--prime ${name}`, settings, upstream);
    return name;
  });
  const scopes = asList(flags.scope).map((scope) => {
    const parsed = parseScope(scope);
    if (!parsed.ok) throw new UsageError(`--scope: ${parsed.message}`);
    requireSupplied(scope, `--scope ${scope}`, settings, upstream);
    return scope;
  });
  const selection = { primes, scopes: scopesOf(scopes, primes, upstream) };
  if (flags.after === undefined) return selection;
  const after = parsePrimeName(String(flags.after));
  if (!after.ok) throw new UsageError(`--after: ${after.message}`);
  if (selection.scopes.length === 0) throw new UsageError('--after: is for scopes, not for --prime alone');
  return { ...selection, after: after.value.full };
}

/** All that the upstream may supply, unless something is selected. */
function scopesOf(
  scopes: readonly string[],
  primes: readonly string[],
  upstream: UpstreamSettings,
): SyncSelection['scopes'] {
  if (scopes.length > 0 || primes.length > 0) return scopes;
  return upstream.scopes.includes('*') ? '*' : upstream.scopes;
}

function requireSupplied(
  scope: string,
  option: string,
  { localScopes }: ServerSettings,
  { url, scopes }: UpstreamSettings,
): void {
  if (localScopes.includes(scope))
    throw new UsageError(`${option}: ${scope} belongs to this registry alone (local-scopes)`);
  if (!scopes.includes('*') && !scopes.includes(scope))
    throw new UsageError(`${option}: ${url} may not supply ${scope}; its scopes are ${scopes.join(', ')}`);
}

function readRate(value: Flags[string]): number {
  if (value === undefined) return DEFAULT_RATE;
  const rate = /^[0-9]{1,5}(\.[0-9]{1,3})?$/.test(String(value)) ? Number(value) : Number.NaN;
  if (rate > 0 && rate <= MAX_RATE) return rate;
  throw new UsageError(`--rate: '${value}' is not a number of requests a second; use 20, 0.5 or the like`);
}

function asList(value: Flags[string]): readonly string[] {
  return Array.isArray(value) ? value : [];
}
