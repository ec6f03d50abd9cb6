// The outbound configuration from the settings: proxies and certificate authorities.
import { ProxyRules, ProxySettingError } from '@prime-registry/network';
import { readAuthorities } from '../config/outbound.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import { orSettingError, SettingError } from '../config/setting.ts';
import type { WayOut } from '../outbound/guarded-fetch.ts';

/** The settings of all outbound requests. */
export type WayOutSettings = Pick<ServerSettings, 'upstreamProxy' | 'upstreamCafile'>;

/**
 * Reads the settings.
 * @param urls - where requests go: only their proxies are checked
 * @throws SettingError for a proxy or a file of certificates that cannot be used
 */
export function readWayOut(
  { upstreamProxy, upstreamCafile }: WayOutSettings,
  urls: readonly string[],
): WayOut {
  const proxies = new ProxyRules(upstreamProxy);
  for (const url of urls)
    orSettingError(ProxySettingError, () => proxies.find(new URL(url)), 'upstream-proxy: ');
  const read = () => readAuthorities(upstreamCafile);
  return { proxies, certificates: orSettingError(SettingError, read, 'upstream-cafile: ') };
}
