// Writes the files of a tarball into a folder of our own making. Every call blocks: for many small files that takes a
// third of the time of asynchronous calls, and a client has nothing else to do meanwhile.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { TarballSink } from '../inspect/tarball-sink.ts';

/** Mode of files, whatever the archive says; the umask takes its part off. */
const FILE_MODE = 0o644;
/** Mode of folders, whatever the archive says; the umask takes its part off. */
const FOLDER_MODE = 0o755;
const ROOT = '.';

/**
 * Takes paths that inspection found nothing wrong with. Nothing on disk is ever followed or replaced: where anything
 * is already in the place of a new file or folder, be it a link, the call throws `EEXIST`. Errors of the file system
 * are thrown as they are.
 */
export class FolderWriter implements TarballSink {
  readonly #targetFolder: string;
  readonly #madeFolders = new Set([ROOT]);
  #fd: number | undefined;

  /** Makes the target folder, an absolute path; throws `EEXIST` when there is anything at that path. */
  constructor(targetFolder: string) {
    this.#targetFolder = targetFolder;
    mkdirSync(targetFolder, FOLDER_MODE);
  }

  onFolder(path: string): void {
    if (this.#madeFolders.has(path)) return;
    this.onFolder(posix.dirname(path));
    mkdirSync(join(this.#targetFolder, path), FOLDER_MODE);
    this.#madeFolders.add(path);
  }

  onFile(path: string): void {
    this.onFolder(posix.dirname(path));
    this.#fd = openSync(join(this.#targetFolder, path), 'wx', FILE_MODE);
  }

  onContent(bytes: Uint8Array): void {
    if (this.#fd === undefined) throw new Error('contents came before their file');
    // A disk that is nearly full takes a part; the next call then says why.
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(this.#fd, rest));
  }

  onFileEnd(): void {
    this.close();
  }

  /** Closes the file that is being written, when one is. */
  close(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) closeSync(fd);
  }
}
