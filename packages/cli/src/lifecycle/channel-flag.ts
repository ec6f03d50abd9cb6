// `--channel`: the channel that names a version from its publish on.
import { isAborted, isNotFound, type RegistryClient, RegistryRequestError } from '@prime-registry/client';
import { accept, type Flags, type Options, valued } from '@prime-registry/command-line';
import { type Manifest, parseChannel } from '@prime-registry/protocol';
import { CommandError } from '../errors/command-error.ts';

/** The option `--channel` of the commands that publish. */
export const CHANNEL_OPTION: Options[string] = valued(
  '<word>',
  "Let this channel, such as 'beta', name the version",
);

/** The value of `--channel`. @throws UsageError if it cannot be a channel */
export function findChannelFlag({ channel }: Flags): string | undefined {
  return typeof channel === 'string' ? accept(parseChannel(channel), '--channel: ') : undefined;
}

/**
 * Checks that the channel names the published version: a registry that has no channels ignores the wish.
 * @throws CommandError
 */
export async function requireChannel(
  registry: RegistryClient,
  { name, version }: Pick<Manifest, 'name' | 'version'>,
  channel: string,
  signal: AbortSignal,
): Promise<void> {
  let why = `${registry.baseUrl} has not set the channel '${channel}'`;
  try {
    const { channels = [] } = await registry.lifecycle(name.full, { signal });
    if (channels.some((entry) => entry.channel === channel && entry.version === version.full)) return;
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
    if (!isNotFound(error))
      why = `it is not known whether the channel '${channel}' names it: ${error.message}`;
  }
  throw new CommandError(`${name.full} ${version.full} is published, but ${why}`, {
    hint: `'prime channel set ${name.full}@${version.full} ${channel}' sets it, if the registry has channels`,
  });
}
