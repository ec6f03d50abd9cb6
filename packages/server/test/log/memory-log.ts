// A log in memory, with what a database may do to it: be restored, be replaced by a standby, be away.
import { RegistryError } from '@prime-registry/protocol';
import type { LogHead, LogName, LogStore } from '@prime-registry/store';
import { appendLeaves, type Edge, EMPTY_EDGE, type Hash, leafHash, rootOf } from '@prime-registry/tlog';
import { sha256 } from '../../src/signing/ed25519.ts';

export class MemoryLog {
  logId = '00000000000000aa';
  server = 'one';
  halted: string | undefined;
  isAway = false;
  names: LogName[] = [];
  readonly #leaves: Hash[] = [];

  readonly store: Pick<LogStore, 'readLogHead' | 'readLogHashes' | 'listLogNames' | 'haltLog'> = {
    readLogHead: async () => this.#orAway(this.head()),
    readLogHashes: async (level, from, to) =>
      this.#orAway(Array.from({ length: to - from }, (_, index) => this.#rootOf(256 ** level, from + index))),
    listLogNames: async () => this.#orAway(this.names),
    haltLog: async (reason) => {
      this.halted ??= reason;
    },
  };

  /** Appends entries. @returns the head after it, as a transaction gives it */
  append(...entries: readonly string[]): LogHead {
    for (const entry of entries) this.#leaves.push(leafHash(sha256, Buffer.from(entry)));
    return this.head();
  }

  /** The last entries are lost. */
  cut(size: number): void {
    this.#leaves.length = size;
  }

  head(): LogHead {
    return { logId: this.logId, edge: edgeOf(this.#leaves), halted: this.halted, server: this.server };
  }

  #rootOf(width: number, position: number): Hash {
    const leaves = this.#leaves.slice(position * width, (position + 1) * width);
    if (leaves.length < width) throw new Error('there is no such hash');
    return rootOf(sha256, edgeOf(leaves));
  }

  #orAway<T>(value: T): T {
    if (this.isAway) throw new RegistryError('storage_unavailable', { detail: 'away' });
    return value;
  }
}

function edgeOf(leaves: readonly Hash[]): Edge {
  return leaves.length === 0 ? EMPTY_EDGE : appendLeaves(sha256, EMPTY_EDGE, leaves).edge;
}
