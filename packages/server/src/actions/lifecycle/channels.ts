// Sets and removes channels, which name one version each.
import { RegistryError, type Version } from '@prime-registry/protocol';
import { versionNotFound } from '../not-found.ts';
import type { Requester } from '../tokens/act.ts';
import { type LifecycleDeps, type LifecycleRequest, toChange } from './lifecycle-request.ts';
import { requireOwnPrime } from './require-own-prime.ts';

export interface ChannelRequest extends LifecycleRequest {
  readonly channel: string;
}

/**
 * Lets a channel name a version.
 * @throws RegistryError of requireOwnPrime, `channel_protected`, `version_not_found`, `version_removed`,
 *   `version_yanked`, `invalid_request`
 */
export async function setChannel(
  deps: LifecycleDeps,
  request: ChannelRequest & { readonly version: Version },
): Promise<void> {
  const { name, channel, version } = request;
  await requireOwnPrime(deps, request, 'publish');
  requireUnprotected(deps, request.actor, channel);
  const record = await deps.store.findVersion(name.full, version);
  if (record === undefined) throw await versionNotFound(deps.store, name, version);
  if (record.yankedAtMs !== undefined) {
    throw new RegistryError('version_yanked', {
      detail: `${name.full} ${record.version} is yanked: let ${channel} name another version, or take the yank back.`,
    });
  }
  const change = toChange(deps, request, 'channel');
  const isSet = await deps.store.setChannel(change, channel, { ...version, full: record.version });
  // It was removed in the meantime.
  if (!isSet) throw await versionNotFound(deps.store, name, version);
}

/**
 * Removes a channel.
 * @throws RegistryError of requireOwnPrime, `channel_protected`, `channel_not_found`
 */
export async function removeChannel(deps: LifecycleDeps, request: ChannelRequest): Promise<void> {
  const { actor, name, channel } = request;
  await requireOwnPrime(deps, request, 'publish');
  requireUnprotected(deps, actor, channel);
  if (await deps.store.removeChannel(toChange(deps, request, 'channel'), channel)) return;
  throw new RegistryError('channel_not_found', { detail: `${name.full} has no channel '${channel}'.` });
}

/** Requires that the requester may change the channel. @throws RegistryError `channel_protected` */
export function requireUnprotected(
  { protectedChannels }: Pick<LifecycleDeps, 'protectedChannels'>,
  { permissions }: Requester,
  channel: string,
): void {
  if (!protectedChannels.has(channel) || permissions.includes('admin')) return;
  throw new RegistryError('channel_protected', {
    detail: `The channel '${channel}' is protected in this registry: only an admin token may change it.`,
  });
}
