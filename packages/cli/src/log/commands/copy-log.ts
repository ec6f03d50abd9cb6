// Keeps a copy of the entries of a log in a folder, with the paths of C2SP tlog-tiles: anyone who has one can give a registry
// back what it has lost. Nothing is there under its own name before the signed head has proved it.
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readUntrustedHead, type SignedHead } from '@prime-registry/client';
import { encodeEntryBundle, formatTilePath, TILE_WIDTH } from '@prime-registry/tlog';
import { CommandError } from '../../errors/command-error.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { lockFolder } from '../../install/project-lock/project-lock.ts';

const CHECKPOINT = 'checkpoint';

/** The longest note that is read at all (C2SP signed-note). */
const MAX_HEAD_BYTES = 1_000_000;
/** 256 entries of at most 64 KiB (C2SP tlog-tiles). */
const MAX_BUNDLE_BYTES = 256 * (2 + 64 * 1024);

/** A copy that is being made. Disposing of it removes what was not proved. */
export class LogCopy implements AsyncDisposable {
  readonly #folder: string;
  readonly #lock: AsyncDisposable;
  /** Bundles that are not proved yet, by the paths that they will have. */
  readonly #drafts = new Set<string>();
  #entries: Uint8Array[] = [];
  #position = 0;

  private constructor(folder: string, lock: AsyncDisposable) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Opens a copy, new or old. Another process that works on it ends first: both would write the same drafts. */
  static async open(folder: string, signal: AbortSignal): Promise<LogCopy> {
    mkdirSync(folder, { recursive: true });
    // A lock removes the folder that it is in if nothing else is there, and this one may have been made by the user.
    return new LogCopy(folder, await lockFolder(join(realpathSync(folder), 'tile'), { signal }));
  }

  /** Takes the next entry, from 0 on. @throws CommandError `log_copy_differs` if the copy has another one there */
  add(entry: Uint8Array): void {
    this.#entries.push(entry);
    if (this.#entries.length === TILE_WIDTH) this.#write();
  }

  /**
   * Completes the copy: the head has proved the entries. A copy that has a newer head keeps it, because a recovery goes as
   * far as the head says.
   * @param compare - rejects if the log does not have what the head of the copy has: the copy may be all that remembers it
   * @throws CommandError `log_copy_differs`
   */
  async finish(
    { origin, size, note }: SignedHead,
    compare: (copied: SignedHead) => Promise<void>,
  ): Promise<void> {
    const path = join(this.#folder, CHECKPOINT);
    const before = this.#readHead(path);
    if (before !== undefined && before.origin !== origin)
      throw this.#differs(`is of the log ${before.origin}, and this one is ${origin}`);
    if (before !== undefined) await compare(before);
    if (this.#entries.length > 0) this.#write();
    for (const draft of this.#drafts) renameSync(draftOf(draft), draft);
    this.#drafts.clear();
    if (before !== undefined && before.size > size) return;
    writeDurably(draftOf(path), note);
    renameSync(draftOf(path), path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const draft of this.#drafts) rmSync(draftOf(draft), { force: true });
    await this.#lock[Symbol.asyncDispose]();
  }

  #readHead(path: string): SignedHead | undefined {
    if (!existsSync(path)) return undefined;
    const head = readUntrustedHead(readRegularFile(path, MAX_HEAD_BYTES).toString('utf8'));
    if (head === undefined) throw this.#differs(`has a ${CHECKPOINT} that is not the head of a log`);
    return head;
  }

  #write(): void {
    const bundle = encodeEntryBundle(this.#entries);
    const width = this.#entries.length;
    const path = join(this.#folder, formatTilePath({ level: 'entries', position: this.#position, width }));
    const first = this.#position * TILE_WIDTH;
    this.#entries = [];
    this.#position += 1;
    if (existsSync(path)) {
      const before = readRegularFile(path, MAX_BUNDLE_BYTES);
      if (Buffer.compare(before, bundle) === 0) return;
      // A power failure may have cut it off, which is no other history.
      if (Buffer.compare(before, bundle.subarray(0, before.length)) !== 0)
        throw this.#differs(`has other entries from #${first} on than the log`);
    }
    mkdirSync(dirname(path), { recursive: true });
    this.#drafts.add(path);
    writeDurably(draftOf(path), bundle);
  }

  #differs(predicate: string): CommandError {
    return new CommandError(`the copy in ${this.#folder} ${predicate}; it was not changed`, {
      code: 'log_copy_differs',
      hint: 'keep it: if it was made of this log, the registry shows another history now. Ask the operator, and give another folder',
    });
  }
}

function draftOf(path: string): string {
  return `${path}.draft`;
}

/** Writes a file whose content survives a power failure when it gets its name. */
function writeDurably(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content, { flush: true });
}
