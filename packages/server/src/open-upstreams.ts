// The registries behind this one that the settings name. What asking them needs is loaded only where there are some.
import type { ServerSettings } from './config/server-settings.ts';
import type { Upstream, UpstreamExchange } from './upstreams/upstream.ts';

/** Opens them, in the order in which they are asked. */
export async function openUpstreams(
  { upstreams }: Pick<ServerSettings, 'upstreams'>,
  observe: (exchange: UpstreamExchange) => void,
): Promise<Upstream[]> {
  if (upstreams.length === 0) return [];
  const { openRegistryUpstream } = await import('./upstreams/registry-upstream.ts');
  return upstreams.map((settings) => openRegistryUpstream(settings, observe));
}
