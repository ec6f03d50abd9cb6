// Which of the registries behind this one an operator means.
import { UsageError } from '@prime-registry/command-line';
import { quote } from '@prime-registry/protocol';
import { SettingError } from '../../config/setting.ts';
import type { UpstreamSettings } from '../../mirror/upstreams/upstream.ts';

/**
 * The one with this URL, or the only one with this host.
 * @throws SettingError when none are configured, UsageError when it is none of them or not clear which
 */
export function findUpstream(upstreams: readonly UpstreamSettings[], text: string): UpstreamSettings {
  if (upstreams.length === 0)
    throw new SettingError('upstreams: there are none; name the registry in this setting first');
  const wanted = text.replace(/\/+$/, '');
  const same = upstreams.find(({ url }) => url === wanted);
  if (same !== undefined) return same;
  const ofHost = upstreams.filter(({ url }) => [new URL(url).host, new URL(url).hostname].includes(wanted));
  const [only] = ofHost;
  if (only !== undefined && ofHost.length === 1) return only;
  const known = (ofHost.length > 1 ? ofHost : upstreams).map(({ url }) => url).join(', ');
  throw new UsageError(
    ofHost.length > 1
      ? `${quote(text)} is more than one of the upstreams; give the URL: ${known}`
      : `${quote(text)} is none of the upstreams: ${known}`,
  );
}
