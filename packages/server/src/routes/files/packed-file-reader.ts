// Reads the list of the files of a stored version, and single ones of them. What was read is kept, because reading
// unpacks the tarball from its beginning; a large one is unpacked in a worker thread.
import { LruCache } from '@prime-registry/concurrency';
import type { FileList } from '../../tasks/files/list-files-task.ts';
import type { ReadFile } from '../../tasks/files/read-file-task.ts';
import type { Tasks } from '../../tasks/tasks.ts';

/** A tarball to read. */
export interface OpenableTarball {
  readonly sha256: string;
  /** Packed. */
  readonly sizeBytes: number;
  /** For whom; see TaskUse. */
  readonly key: string;
  /** Opens it at its beginning. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/** The largest file that is read, in bytes. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Up to this size, packed, even the worst tarball takes only some milliseconds. */
const SMALL_BYTES = 8 * 1024;
/** The most that lists and files in memory occupy, approximately. */
const [MAX_LISTS_BYTES, MAX_FILES_BYTES] = [4 * 1024 * 1024, 16 * 1024 * 1024];
const BYTES_OF_A_ROW = 200;
/** A longer path is in no tarball. In characters. */
const MAX_PATH_LENGTH = 1024;

export class PackedFileReader {
  readonly #tasks: Tasks;
  readonly #lists = new LruCache<{ readonly list: FileList | undefined }>({
    maxSize: MAX_LISTS_BYTES,
    sizeOf: ({ list }) =>
      BYTES_OF_A_ROW * (1 + (list?.files.length ?? 0)) + 2 * (list?.licence?.text.length ?? 0),
  });
  readonly #files = new LruCache<{ readonly file: ReadFile | undefined }>({
    maxSize: MAX_FILES_BYTES,
    sizeOf: ({ file }) => BYTES_OF_A_ROW + 2 * MAX_PATH_LENGTH + (file?.bytes?.length ?? 0),
  });

  constructor(tasks: Tasks) {
    this.#tasks = tasks;
  }

  /** Whether the list is in memory, so that no tarball is unpacked for it. */
  hasList(sha256: string): boolean {
    return this.#lists.get(sha256) !== undefined;
  }

  /** Whether the file is in memory. */
  hasFile(sha256: string, path: string): boolean {
    return this.#files.get(`${sha256} ${path}`) !== undefined;
  }

  /**
   * The files of a tarball.
   * @returns undefined if its bytes are no tarball
   * @throws RegistryError `overloaded`; what opening throws
   */
  async listFiles({ sha256, sizeBytes, key, open }: OpenableTarball): Promise<FileList | undefined> {
    const use = { subject: sha256, key, isSmall: sizeBytes <= SMALL_BYTES };
    const { list } = await this.#lists.getOrLoad(sha256, async () => {
      const read = await this.#tasks.use('listFiles', undefined, use, async (call) => {
        for await (const chunk of await open()) await call('write', chunk);
        return call('finish');
      });
      if (read === undefined) return { list: undefined };
      const { pictures, ...list } = read;
      for (const { path, bytes } of pictures)
        this.#files.set(`${sha256} ${path}`, { file: { sizeBytes: bytes.length, bytes } });
      return { list };
    });
    return list;
  }

  /**
   * One file of a tarball, up to 2 MiB.
   * @returns undefined if there is no such file
   * @throws RegistryError `overloaded`; what opening throws
   */
  async readFile(tarball: OpenableTarball, path: string): Promise<ReadFile | undefined> {
    const { sha256, sizeBytes, key, open } = tarball;
    // The list costs one pass; without it, each path that somebody makes up would cost one.
    const list = await this.listFiles(tarball);
    const listed = list?.files.find((each) => each.path === path);
    if (list === undefined || (listed === undefined && list.files.length === list.count)) return undefined;
    if (listed !== undefined && listed.sizeBytes > MAX_FILE_BYTES)
      return { sizeBytes: listed.sizeBytes, bytes: undefined };
    if (path.length > MAX_PATH_LENGTH) return undefined;
    const wanted = { path, maxBytes: MAX_FILE_BYTES };
    const use = { subject: sha256, key, isSmall: sizeBytes <= SMALL_BYTES };
    const { file } = await this.#files.getOrLoad(`${sha256} ${path}`, async () => ({
      file: await this.#tasks.use('readFile', wanted, use, async (call) => {
        for await (const chunk of await open()) if (await call('write', chunk)) break;
        return call('finish');
      }),
    }));
    return file;
  }
}
