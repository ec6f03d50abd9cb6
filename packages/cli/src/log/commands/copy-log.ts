// Keeps a copy of the entries of a log in a folder, with the paths of C2SP tlog-tiles: anyone who has one can give a registry
// back what it has lost. Nothing is there under its own name before the signed head has proved it.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readUntrustedHead, type SignedHead } from '@prime-registry/client';
import { encodeEntryBundle, formatTilePath, TILE_WIDTH } from '@prime-registry/tlog';
import { CommandError } from '../../errors/command-error.ts';

const CHECKPOINT = 'checkpoint';

/** A copy that is being made. */
export class LogCopy {
  readonly #folder: string;
  /** Bundles that are not proved yet, by the paths that they will have. */
  readonly #drafts: string[] = [];
  #entries: Uint8Array[] = [];
  #position = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes the next entry, from 0 on. @throws CommandError `log_copy_differs` if the copy has another one there */
  add(entry: Uint8Array): void {
    this.#entries.push(entry);
    if (this.#entries.length === TILE_WIDTH) this.#write();
  }

  /**
   * Completes the copy: the head has proved the entries. A copy that has a newer head keeps it, because a recovery goes as
   * far as the head says.
   * @throws CommandError `log_copy_differs`
   */
  finish({ origin, size, note }: SignedHead): void {
    const path = join(this.#folder, CHECKPOINT);
    const before = existsSync(path) ? readUntrustedHead(readFileSync(path, 'utf8')) : undefined;
    if (before !== undefined && before.origin !== origin)
      throw this.#differs(`is of the log ${before.origin}, and this one is ${origin}`);
    if (this.#entries.length > 0) this.#write();
    for (const draft of this.#drafts) renameSync(`${draft}.draft`, draft);
    if (before !== undefined && before.size > size) return;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(`${path}.draft`, note);
    renameSync(`${path}.draft`, path);
  }

  #write(): void {
    const bundle = encodeEntryBundle(this.#entries);
    const width = this.#entries.length;
    const path = join(this.#folder, formatTilePath({ level: 'entries', position: this.#position, width }));
    const first = this.#position * TILE_WIDTH;
    this.#entries = [];
    this.#position += 1;
    if (existsSync(path)) {
      if (Buffer.compare(readFileSync(path), bundle) === 0) return;
      throw this.#differs(`has other entries from #${first} on than the log`);
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.draft`, bundle);
    this.#drafts.push(path);
  }

  #differs(predicate: string): CommandError {
    return new CommandError(`the copy in ${this.#folder} ${predicate}; it was not changed`, {
      code: 'log_copy_differs',
      hint: 'keep it: if it was made of this log, the registry shows another history now. Ask the operator, and give another folder',
    });
  }
}
