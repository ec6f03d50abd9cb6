// Creates the exchange of tokens of a server.
import type { ExchangeDeps } from '../actions/exchange/exchange-deps.ts';
import { ExchangePruner } from '../actions/exchange/exchange-pruner.ts';
import { readAuthorities } from '../config/outbound.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
import { type IssuerSettings, type KeySource, KeysUnavailableError } from '../exchange/issuer-source.ts';
import type { KnownIssuers } from '../exchange/known-issuers.ts';
import type { WayOut } from '../outbound/guarded-fetch.ts';
import { HourlyProblems } from '../witness/hourly-problems.ts';
import type { CommonParts } from './common-parts.ts';
import type { Counters } from './create-counters.ts';
import { readWayOut } from './way-out.ts';

/** What exchanges work with, until they end. */
export interface Exchange {
  readonly deps: ExchangeDeps;
  /** Ends connections to issuers, and waits for what is running. */
  close(): Promise<void>;
}

/** Creates the exchange; it reads the keys of an issuer when a token of it comes. */
export function createExchange(
  settings: ServerSettings,
  { storage, metrics, log, now }: CommonParts,
  { tokenUse }: Counters,
): Exchange {
  const { store } = storage;
  const problems = new HourlyProblems(now);
  const onRead = (issuer: string, problem: string | undefined): void => {
    metrics.issuerReads.inc({ issuer, outcome: problem === undefined ? 'read' : 'failed' });
    const news = problems.note(issuer, problem);
    if (news === 'problem') log.warn({ issuer, reason: problem }, 'the keys of an issuer cannot be read');
    if (news === 'over') log.info({ issuer }, 'the keys of an issuer can be read again');
  };
  let issuers: Promise<KnownIssuers> | undefined;
  const openIssuers = async (): Promise<KnownIssuers> => {
    // Loaded on demand, with what verifies signatures: many registries trust no issuer.
    const loaded = await import('../exchange/known-issuers.ts');
    const open = (issuer: IssuerSettings): Promise<KeySource> => openSource(settings, issuer);
    return new loaded.KnownIssuers({ store, now, onRead, openSource: open });
  };
  const onFailure = (error: unknown): void =>
    log.debug({ err: error }, 'exchanges could not be tidied up; it is tried again');
  const pruner = new ExchangePruner({ store, now, onFailure });
  return {
    deps: {
      ...{ store, now, onFailure, audience: settings.publicUrl },
      async keysOf(issuer) {
        issuers ??= openIssuers().catch((error: unknown) => {
          // Too many open files, for instance: the next exchange tries again.
          issuers = undefined;
          throw error;
        });
        return (await issuers).keysOf(issuer);
      },
      noteUse: (token) => tokenUse.note(token),
      onExchanged: () => pruner.note(),
    },
    async close() {
      await (await issuers)?.close();
      await pruner.close();
    },
  };
}

/** Opens where the keys of an issuer come from; they are read when they are needed. */
export async function openSource(settings: ServerSettings, issuer: IssuerSettings): Promise<KeySource> {
  const { jwksFile } = issuer;
  if (jwksFile !== undefined) {
    const { openKeyFile } = await import('../exchange/key-file.ts');
    return openKeyFile(jwksFile);
  }
  // Loaded on demand, with the HTTP client: few registries trust issuers.
  const { openDiscoveredKeys } = await import('../exchange/discovered-keys.ts');
  return openDiscoveredKeys(issuer, () => openWay(settings, issuer));
}

/** @throws KeysUnavailableError for a proxy or a file of certificates that cannot be used */
function openWay(settings: ServerSettings, { issuer, caFile }: IssuerSettings): WayOut {
  try {
    const way = readWayOut(settings, [issuer]);
    if (caFile === undefined) return way;
    return { ...way, certificates: [...(way.certificates ?? []), ...readAuthorities(caFile)] };
  } catch (error) {
    if (error instanceof SettingError) throw new KeysUnavailableError(error.message, { cause: error });
    throw error;
  }
}
