// The settings of commands that copy the files of a data folder.
import { describeLocation } from '@prime-registry/blobs';
import type { Flags } from '@prime-registry/command-line';
import type { ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
import type { CommandHost } from './command-host.ts';
import { settingsOf } from './open-data.ts';

/**
 * The settings of a command that copies the files of a data folder.
 * @param doing - what the command does, as in `backup copies`
 * @throws SettingError if the tarballs are in a bucket
 */
export function settingsWithFolder(host: CommandHost, flags: Flags, doing: string): ServerSettings {
  const settings = settingsOf(host, flags);
  if (settings.blobs === 'folder') return settings;
  throw new SettingError(
    `blobs: the tarballs are in ${describeLocation(settings.blobs)}, but ${doing} only the files of a data folder; ` +
      "use versioning or replication of the bucket, or 'prime-registry export' and 'import'",
  );
}
