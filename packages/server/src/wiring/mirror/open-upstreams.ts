// Opens the configured upstreams. Their HTTP client is loaded only if there are any.
import type { OriginProofStore } from '@prime-registry/store';
import type { ServerSettings } from '../../config/server-settings.ts';
import type { KnownUpstreams } from '../../mirror/upstreams/known-upstreams.ts';
import type { Upstream, UpstreamExchange } from '../../mirror/upstreams/upstream.ts';
import type { DocumentDeps } from '../../mirror/upstreams/upstream-documents.ts';
import type { UpstreamLogs } from '../../mirror/upstreams/upstream-logs.ts';
import type { WayOut } from '../../outbound/guarded-fetch.ts';
import { readWayOut, type WayOutSettings } from '../way-out.ts';

export interface UpstreamDeps extends DocumentDeps {
  readonly known: KnownUpstreams;
  /** Called for every exchange. */
  readonly observe?: (exchange: UpstreamExchange) => void;
  /** Where it is kept what is known about their logs; undefined in a process that keeps no versions. */
  readonly logStore?: Pick<OriginProofStore, 'findUpstreamLog' | 'saveUpstreamLog'> | undefined;
}

/** The upstreams, and how requests to them leave. */
type UpstreamSources = Pick<ServerSettings, 'upstreams'> & WayOutSettings;

/** Opens the upstreams, in the order in which they are asked. @throws SettingError */
export async function openUpstreams(settings: UpstreamSources, deps: UpstreamDeps): Promise<Upstream[]> {
  const { upstreams } = settings;
  if (upstreams.length === 0) return [];
  const { openRegistryUpstream } = await import('../../mirror/upstreams/registry-upstream.ts');
  const way = readWay(settings);
  const logs = await openLogs(settings, deps);
  return upstreams.map((upstream) => openRegistryUpstream(upstream, { ...deps, way, logs }));
}

/** What is known about the logs of the upstreams, and of the registries behind them. */
async function openLogs(
  { upstreams }: UpstreamSources,
  { logStore }: Pick<UpstreamDeps, 'logStore'>,
): Promise<UpstreamLogs | undefined> {
  if (logStore === undefined) return undefined;
  const { UpstreamLogs } = await import('../../mirror/upstreams/upstream-logs.ts');
  const keyed = upstreams.flatMap(({ url, logKeys }) =>
    logKeys === undefined ? [] : [[url, logKeys] as const],
  );
  const urls = upstreams.map(({ url }) => url);
  return new UpstreamLogs({ store: logStore, upstreams: urls, configured: new Map(keyed), now: Date.now });
}

function readWay(settings: UpstreamSources): WayOut {
  return readWayOut(
    settings,
    settings.upstreams.map(({ url }) => url),
  );
}

/** The pace of a copy. */
export interface CopyPace {
  /** Requests a second to each upstream, above 0. */
  readonly perSecond: number;
  /** Aborts all requests in flight. */
  readonly signal: AbortSignal;
}

/** Opens the upstreams for a copy: with a rate limit, and retries with backoff. */
export async function openPacedUpstreams(
  settings: UpstreamSources,
  { perSecond, signal, known, logStore }: CopyPace & UpstreamDeps,
): Promise<Upstream[]> {
  const [{ openRegistryUpstream }, { paceUpstream }, { RequestPace }, { CircuitBreaker }] = await Promise.all(
    [
      import('../../mirror/upstreams/registry-upstream.ts'),
      import('../../mirror/upstreams/paced-upstream.ts'),
      import('../../mirror/upstreams/request-pace.ts'),
      import('../../mirror/upstreams/circuit-breaker.ts'),
    ],
  );
  const way = readWay(settings);
  const logs = await openLogs(settings, { logStore });
  return settings.upstreams.map((each) => {
    const breaker = new CircuitBreaker(undefined, 0);
    const upstream = openRegistryUpstream(each, { known, breaker, way, logs });
    signal.addEventListener('abort', () => void upstream.close(), { once: true });
    return paceUpstream(upstream, new RequestPace(perSecond, signal));
  });
}
