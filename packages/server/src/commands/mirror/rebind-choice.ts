// Which name `mirror rebind` gives to which owner, by its flags.
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { PrimeName } from '@prime-registry/protocol';
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import { findUpstream } from './find-upstream.ts';
import type { RebindTarget } from './rebind-report.ts';

/** The new owner; undefined if none is named. @throws UsageError if it may not supply the scope */
export function readTarget(
  { to, local }: Flags,
  settings: ServerSettings,
  { scope }: PrimeName,
): RebindTarget {
  if (to !== undefined && local === true) throw new UsageError('--to and --local exclude each other');
  if (local === true) return 'local';
  if (to === undefined) return undefined;
  const upstream = findUpstream(settings.upstreams, String(to));
  if (upstream.scopes.includes('*') || upstream.scopes.includes(scope)) return upstream;
  throw new UsageError(
    `--to: ${upstream.url} may not supply ${scope}; its scopes are ${upstream.scopes.join(', ')}`,
  );
}

/** @throws UsageError, SettingError if the next read would undo the change, or could not use it */
export function checkScope(
  { scope }: PrimeName,
  target: RebindTarget,
  { localScopes }: ServerSettings,
  isPublishedHere: boolean,
): void {
  const isLocal = isPublishedHere || localScopes.includes(scope);
  if (target === 'local' && !isLocal)
    throw new SettingError(
      `local-scopes: add ${scope} here and for all servers first; otherwise the next read binds the name to an upstream again`,
    );
  if (target !== 'local' && isLocal)
    throw new UsageError(`--to: ${scope} belongs to this registry, so no upstream is asked for its names`);
}
