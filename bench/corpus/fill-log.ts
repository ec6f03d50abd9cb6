// Makes the log of a SQLite database longer, by millions of entries in seconds. They are all the same: neither the
// database nor a tree gains by it.
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { encodeLogEntry } from '@prime-registry/protocol';
import {
  appendLeaves,
  decodeHashes,
  type Edge,
  encodeHashes,
  leafHash,
  type Sha256,
  type TileNode,
} from '@prime-registry/tlog';

/** How long to wait for a publish of the server. */
const TIMEOUT_MS = 10_000;
const LEAVES_AT_ONCE = 4096;
const DIGEST = '0123456789abcdef'.repeat(4);

/** As long as most entries, and about nothing that exists. */
const ENTRY = encodeLogEntry({
  ...{ v: 1, type: 'publish', at: '2026-11-21T06:19:30Z', by: 'e7d742cc9af2' },
  ...{ name: '@acme/filler', version: '1.0.0', sha256: DIGEST, size: 10_240, manifest_sha256: DIGEST },
});

const sha256: Sha256 = (...parts) => Buffer.from(hash('sha256', Buffer.concat(parts), 'latin1'), 'latin1');

/** Appends entries in one transaction. The database must have a log, and a server may be using it. */
export function lengthenLog(file: string, count: number): void {
  const database = new DatabaseSync(file, { timeout: TIMEOUT_MS });
  try {
    database.exec('pragma synchronous = off; begin immediate');
    const state = database.prepare('select size, edge from log_state').get() as {
      size: number;
      edge: Uint8Array;
    };
    const { edge, nodes } = grow({ size: state.size, hashes: decodeHashes(state.edge) }, count);
    database
      .prepare(
        `with recursive places (place) as (select ? union all select place + 1 from places where place < ?)
         insert into log_entries (entry_index, entry) select place, ? from places`,
      )
      .run(state.size, edge.size - 1, ENTRY);
    const insert = database.prepare('insert into log_nodes (level, position, hash) values (?, ?, ?)');
    for (const { level, position, hash: node } of nodes) insert.run(level, position, node);
    database.prepare('update log_state set size = ?, edge = ?').run(edge.size, encodeHashes(edge.hashes));
    database.exec('commit');
  } finally {
    database.close();
  }
}

function grow(before: Edge, count: number): { edge: Edge; nodes: TileNode[] } {
  const leaf = leafHash(sha256, ENTRY);
  const nodes: TileNode[] = [];
  let edge = before;
  while (edge.size < before.size + count) {
    const length = Math.min(LEAVES_AT_ONCE, before.size + count - edge.size);
    const appended = appendLeaves(
      sha256,
      edge,
      Array.from({ length }, () => leaf),
    );
    nodes.push(...appended.nodes);
    edge = appended.edge;
  }
  return { edge, nodes };
}
