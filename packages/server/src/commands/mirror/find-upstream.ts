// Finds the upstream that an argument names.
import { UsageError } from '@prime-registry/command-line';
import { quote } from '@prime-registry/protocol/basics';
import { SettingError } from '../../config/setting.ts';
import type { UpstreamSettings } from '../../mirror/upstreams/upstream.ts';

/**
 * The upstream with this URL, or the only one with this host.
 * @throws SettingError if none is configured, UsageError if none matches or several do
 */
export function findUpstream(upstreams: readonly UpstreamSettings[], text: string): UpstreamSettings {
  if (upstreams.length === 0)
    throw new SettingError('upstreams: none is configured; add the registry to this setting first');
  const wanted = text.replace(/\/+$/, '');
  const same = upstreams.find(({ url }) => url === wanted);
  if (same !== undefined) return same;
  const ofHost = upstreams.filter(({ url }) => [new URL(url).host, new URL(url).hostname].includes(wanted));
  const [only] = ofHost;
  if (only !== undefined && ofHost.length === 1) return only;
  const known = (ofHost.length > 1 ? ofHost : upstreams).map(({ url }) => url).join(', ');
  throw new UsageError(
    ofHost.length > 1
      ? `${quote(text)} matches several upstreams; give the URL: ${known}`
      : `${quote(text)} is not one of the upstreams: ${known}`,
  );
}
