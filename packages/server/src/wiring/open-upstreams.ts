// The registries behind this one that the settings name. What asking them needs is loaded only where there
// are some.
import type { ServerSettings } from '../config/server-settings.ts';
import type { Upstream, UpstreamExchange } from '../mirror/upstreams/upstream.ts';

/** Opens them, in the order in which they are asked. */
export async function openUpstreams(
  { upstreams }: Pick<ServerSettings, 'upstreams'>,
  observe: (exchange: UpstreamExchange) => void,
): Promise<Upstream[]> {
  if (upstreams.length === 0) return [];
  const { openRegistryUpstream } = await import('../mirror/upstreams/registry-upstream.ts');
  return upstreams.map((settings) => openRegistryUpstream(settings, observe));
}

/** How fast somebody asks who has much to ask. */
export interface Haste {
  /** Requests to each registry, above 0. */
  readonly perSecond: number;
  /** Ends all that is under way. */
  readonly signal: AbortSignal;
}

/** Opens them for copying much: they are asked at a pace, and waited for when they are away for a moment. */
export async function openPacedUpstreams(
  { upstreams }: Pick<ServerSettings, 'upstreams'>,
  { perSecond, signal }: Haste,
): Promise<Upstream[]> {
  const [{ openRegistryUpstream }, { paceUpstream }, { RequestPace }, { CircuitBreaker }] = await Promise.all(
    [
      import('../mirror/upstreams/registry-upstream.ts'),
      import('../mirror/upstreams/paced-upstream.ts'),
      import('../mirror/upstreams/request-pace.ts'),
      import('../mirror/upstreams/circuit-breaker.ts'),
    ],
  );
  return upstreams.map((settings) => {
    const breaker = new CircuitBreaker(undefined, 0);
    const upstream = openRegistryUpstream(settings, () => undefined, breaker);
    signal.addEventListener('abort', () => void upstream.close(), { once: true });
    return paceUpstream(upstream, new RequestPace(perSecond, signal));
  });
}
