// A second machine that takes over with a restored backup, as the operators' manual describes it.
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger, Snapshot } from '../model/ledger.ts';
import { identityOf } from '../model/precedence.ts';
import type { Tokens } from '../world.ts';
import type { LivePlace } from './live-place.ts';
import { startCommand } from './operator-command.ts';

/** What a backup must contain. */
export interface BackedUp {
  readonly versions: Snapshot;
  /** Whether the revocable token was revoked. */
  readonly isRevoked: boolean;
}

/** Which backup to restore: the newest, or an older copy of it, with what the newest one knows. */
export type Source = 'newest' | 'older';

export class BackupStandby {
  readonly #place: LivePlace;
  readonly #folders: Readonly<Record<Source, string>>;
  readonly #contents = new Map<Source, BackedUp>();

  /** @param folder - an existing folder on any disk */
  constructor(place: LivePlace, folder: string) {
    this.#place = place;
    this.#folders = { newest: join(folder, 'backup'), older: join(folder, 'older-backup') };
  }

  /** What the backup contains; undefined if there is none. */
  find(source: Source): BackedUp | undefined {
    return this.#contents.get(source);
  }

  /**
   * Backs up next to the registry.
   * @param killAfterMs - kills the backup
   * @returns what is wrong, if anything
   */
  async backUp(ledger: Ledger, tokens: Tokens, killAfterMs?: number): Promise<string | undefined> {
    const contents = { versions: ledger.takeSnapshot(), isRevoked: tokens.revocable.isRevoked };
    const { code, stderr } = await this.#run(['backup', this.#folders.newest], killAfterMs);
    if (code === 0) this.#contents.set('newest', contents);
    return code === 0 || (code === null && killAfterMs !== undefined)
      ? undefined
      : `backup ended with ${code}: ${stderr}`;
  }

  /** Copies the newest backup. */
  async keepOlder(): Promise<void> {
    const newest = this.#contents.get('newest');
    await rm(this.#folders.older, { recursive: true, force: true });
    await cp(this.#folders.newest, this.#folders.older, { recursive: true });
    if (newest !== undefined) this.#contents.set('older', newest);
  }

  /**
   * Restores a backup to the empty disk of the place.
   * @param interruptAfterMs - kills the first attempt
   * @returns what is wrong, if anything
   */
  async restore(source: Source, interruptAfterMs?: number): Promise<string | undefined> {
    const { folder } = this.#place.disk;
    const known =
      source === 'older' ? ['--known-versions', join(this.#folders.newest, 'known-versions')] : [];
    const args = ['restore', this.#folders[source], ...known];
    if (interruptAfterMs !== undefined) {
      await this.#run(args, interruptAfterMs);
      const isUnfinished = existsSync(join(folder, 'unfinished-restore'));
      if (!isUnfinished && existsSync(join(folder, 'registry.sqlite'))) return this.#restartLog();
      if (isUnfinished) {
        const { code, stderr } = await this.#run(['serve', '--port', '0']);
        if (code === 0 || !stderr.includes('unfinished'))
          return `a server on an unfinished restore ended with ${code}: ${stderr}`;
      }
    }
    const { code, stderr } = await this.#run(args);
    return code === 0 ? this.#restartLog() : `restore ended with ${code}: ${stderr}`;
  }

  /** The restored log is halted: clients may have seen later entries. */
  async #restartLog(): Promise<string | undefined> {
    const { code, stderr } = await this.#run(['log', 'restart', '--reason', 'restored from a backup']);
    return code === 0 ? undefined : `log restart ended with ${code}: ${stderr}`;
  }

  /** The digests of lost versions that the restored registry knows, by name and identity. */
  async readLost(): Promise<Map<string, string>> {
    const { stdout } = await this.#run(['lost-versions', 'list']);
    const lines = stdout.split('\n').filter((line) => /^[0-9a-f]{64} /.test(line));
    return new Map(
      lines.map((line) => {
        const [sha256 = '', name = '', version = ''] = line.split(' ');
        return [`${name} ${identityOf(version)}`, sha256];
      }),
    );
  }

  async #run(args: readonly string[], killAfterMs?: number) {
    const { disk, environment } = this.#place;
    const command = startCommand([...args, '--data', disk.folder], environment);
    if (killAfterMs !== undefined) {
      await Promise.race([command.ended, delay(killAfterMs)]);
      command.kill();
    }
    return command.ended;
  }
}
