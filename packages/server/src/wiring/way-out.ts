// The outbound configuration from the settings: proxies and certificate authorities.
import { ProxyRules, ProxySettingError } from '@prime-registry/network';
import { readAuthorities } from '../config/outbound.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
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
  try {
    for (const url of urls) proxies.find(new URL(url));
  } catch (error) {
    if (error instanceof ProxySettingError) throw new SettingError(`upstream-proxy: ${error.message}`);
    throw error;
  }
  try {
    return { proxies, certificates: readAuthorities(upstreamCafile) };
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`upstream-cafile: ${error.message}`);
    throw error;
  }
}
