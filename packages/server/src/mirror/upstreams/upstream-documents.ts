// Reads the lists and manifests of one upstream: long ones in worker threads, a few at a time, so that they
// cannot take the tasks of uploads; and with their memory accounted.
import { Semaphore } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import type { ReadList } from '../../tasks/lists/read-version-list-task.ts';
import { type ListToRead, VersionListReader } from '../../tasks/lists/version-list-reader.ts';
import { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import type { TaskPool } from '../../tasks/task-table.ts';
import { keyOfUpstream, type MemoryAccount, MemoryHold } from '../memory-hold.ts';
import type { UpstreamManifest } from './upstream.ts';

/** Documents of an upstream that are read in threads at the same time; others wait. */
export const DOCUMENTS_AT_ONCE = 4;

/** A chunk is in a buffer, in a text, in its copy for a thread, and in what is made of it. */
const COPIES = 4;

export interface DocumentDeps {
  /** Undefined to read all documents in this thread, in a process that serves nobody. */
  readonly pool?: Pick<TaskPool, 'use'> | undefined;
  /** Undefined for no bound. */
  readonly memory?: MemoryAccount | undefined;
}

export interface DocumentHold {
  /** Called for each chunk. @throws RegistryError `overloaded` */
  readonly onJsonChunk: (sizeBytes: number) => void;
  release(): void;
}

export class UpstreamDocuments {
  readonly #url: string;
  readonly #memory: MemoryAccount | undefined;
  readonly #lists: VersionListReader;
  readonly #manifests: ManifestReader;

  /** @param url - base URL of the upstream */
  constructor(url: string, { pool, memory }: DocumentDeps) {
    this.#url = url;
    this.#memory = memory;
    const limited = pool && limit(pool);
    this.#lists = new VersionListReader(limited);
    this.#manifests = new ManifestReader(limited);
  }

  /** Opens the account of a document, for its time in memory. */
  hold(): DocumentHold {
    const hold = new MemoryHold(this.#memory, this.#url);
    return {
      onJsonChunk: (sizeBytes) => hold.grow(COPIES * sizeBytes),
      release: () => hold.release(),
    };
  }

  /** @throws RegistryError `overloaded` */
  readList(list: ListToRead): Promise<ReadList> {
    return this.#lists.read(list, keyOfUpstream(this.#url));
  }

  /**
   * Checks a manifest like one that is published here: what it says is stored, searched, and shown on pages.
   * @throws RegistryError `upstream_mismatch` if it could not be published here; `overloaded`
   */
  async checkManifest(manifest: UpstreamManifest): Promise<void> {
    const { name, version, description, license, atoms, namespaces, sha256 } = manifest;
    const fields = { name, version, description, license, atoms, namespaces, sha256 };
    // JSON is YAML too.
    const text = Buffer.from(JSON.stringify({ ...fields, 'prime-version': manifest['prime-version'] }));
    const problem = await this.#manifests.use(text.length, keyOfUpstream(this.#url), (call) =>
      call('findProblem', text),
    );
    if (problem === undefined) return;
    const { field, message } = problem;
    const detail = `${this.#url} sent a manifest of ${name} ${version} that this registry does not accept: ${field} ${message}.`;
    throw new RegistryError('upstream_mismatch', { detail });
  }
}

function limit(pool: Pick<TaskPool, 'use'>): Pick<TaskPool, 'use'> {
  const turns = new Semaphore(DOCUMENTS_AT_ONCE);
  return {
    async use(...given) {
      const release = await turns.acquire();
      try {
        return await pool.use(...given);
      } finally {
        release();
      }
    },
  };
}
