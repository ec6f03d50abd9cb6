// The newest head of a log that this user has seen. A log whose head does not contain it has been tampered with.
import { createHash } from 'node:crypto';
import { mkdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readUntrustedHead, type SignedHead } from '@prime-registry/client';
import { unlessFailed } from '../../errors/expected.ts';
import { findText } from '../../files/append-line.ts';
import { replaceFile } from '../../files/replace-file.ts';
import { lockFolder } from '../../install/project-lock/project-lock.ts';

/** The file of one log, which all commands of the user share. */
export class HeadFile {
  readonly path: string;
  readonly #folder: string;

  /** @param origin - the name of the log */
  constructor(stateFolder: string, origin: string) {
    this.#folder = join(stateFolder, 'logs');
    const digest = createHash('sha256').update(origin).digest('hex');
    this.path = join(this.#folder, `${digest}.note`);
  }

  /** The signed note; undefined if no head was seen yet. */
  read(): string | undefined {
    return findText(this.path);
  }

  /** The head, and when it was shown last; undefined if there is none that can be read. */
  findSeen(): { readonly head: SignedHead; readonly at: Date } | undefined {
    const note = this.read();
    const head = note === undefined ? undefined : readUntrustedHead(note);
    const at = statSync(this.path, { throwIfNoEntry: false })?.mtime;
    return head === undefined || at === undefined ? undefined : { head, at };
  }

  /** Notes that the head was shown again. */
  touch(): void {
    const now = new Date();
    // Only for people: a file that cannot be changed still counts.
    unlessFailed(() => utimesSync(this.path, now, now));
  }

  /**
   * Replaces the head, unless another command was faster.
   * @param before - what {@link read} gave when the new head was compared with it
   * @returns false if it has another head now, with which the new one must be compared first
   */
  async replace(before: string | undefined, note: string, signal: AbortSignal): Promise<boolean> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    await using _lock = await lockFolder(this.#folder, { signal });
    if (this.read() !== before) return false;
    await replaceFile(this.path, note, { mode: 0o600 });
    return true;
  }
}
