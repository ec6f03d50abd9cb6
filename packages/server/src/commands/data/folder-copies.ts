// What `backup` and `restore` share: they copy the files of a data folder.
import { describeLocation } from '@prime-registry/blobs';
import type { Flags } from '@prime-registry/command-line';
import type { FaultyBlob } from '../../backup/copy-blobs.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import type { CommandHost } from '../command-host.ts';
import { settingsOf } from '../open-data.ts';

const COMMANDS = {
  backup: {
    doing: 'backup copies',
    instead:
      "back up the database first with the tools of PostgreSQL (pg_dump, or a base backup) and then the tarballs, or use 'prime-registry export'",
  },
  restore: {
    doing: 'restore fills',
    instead:
      "restore the tarballs first and then the database with the tools of PostgreSQL, or use 'prime-registry import'",
  },
} as const;

/**
 * The settings of such a command.
 * @throws SettingError unless database and tarballs are in the data folder, with what to do instead
 */
export function settingsWithFolder(
  host: CommandHost,
  flags: Flags,
  command: keyof typeof COMMANDS,
): ServerSettings {
  const settings = settingsOf(host, flags);
  const { doing, instead } = COMMANDS[command];
  if (settings.blobs !== 'folder')
    throw new SettingError(
      `blobs: the tarballs are in ${describeLocation(settings.blobs)}, but ${doing} only the files of a data folder; ` +
        "use versioning or replication of the bucket, or 'prime-registry export' and 'import'",
    );
  if (settings.database !== '')
    throw new SettingError(`database: ${command} is for a registry on SQLite; with PostgreSQL, ${instead}`);
  return settings;
}

/** Names blobs that could not be copied, and says what to do. */
export function reportFaulty({ stderr }: CommandHost, faulty: readonly FaultyBlob[]): void {
  for (const { sha256, reason } of faulty) stderr.write(`prime-registry: tarball ${sha256} ${reason}\n`);
  if (faulty.length > 0)
    stderr.write(
      "prime-registry: these were left out; 'prime-registry verify' says which versions need them\n",
    );
}
