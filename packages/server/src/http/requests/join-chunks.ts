// Joins the tiny chunks of a body (RFC 9112, section 7.1) while the parser reads them, so that no object of a chunk
// outlives the read, and paces connections that send many.
import type { IncomingMessage } from 'node:http';
import type { ChunkLane } from '../connections/chunk-lane.ts';
import { interceptBody, stopReading } from '../connections/node-internals.ts';
import type { ReadTurns } from '../connections/read-turns.ts';

/** Chunks of at least this size are handed on as they are. */
const SMALL_BYTES = 4 * 1024;
const JOINED_BYTES = 16 * 1024;
/** Chunks below this size are tiny: they cost more than their bytes. */
const TINY_BYTES = 512;
/** After a read with more tiny chunks, the connection waits in the lane for its next one. */
const MANY = 64;

/** Must be called before the parser reads the first chunk. */
export function joinChunks(request: IncomingMessage, turns: ReadTurns, lane: ChunkLane): void {
  const { socket } = request;
  let joined: Buffer | undefined;
  let length = 0;
  let chunks = 0;
  let tiny = 0;
  let hadMany = false;

  const handOver = (): void => {
    if (joined === undefined) return;
    body.push(Buffer.from(joined.subarray(0, length)));
    joined = undefined;
    length = 0;
  };
  const endRead = (): void => {
    hadMany = tiny > MANY;
    chunks = 0;
    tiny = 0;
    handOver();
  };
  const body = interceptBody(request, {
    push(chunk) {
      const isSmall = chunk !== null && chunk.length < SMALL_BYTES;
      if (!isSmall || length + chunk.length > JOINED_BYTES) handOver();
      if (!isSmall) return body.push(chunk);
      if (chunks === 0) setImmediate(endRead);
      chunks += 1;
      if (chunk.length < TINY_BYTES) tiny += 1;
      if (tiny === MANY) turns.suspect(socket);
      joined ??= Buffer.allocUnsafe(JOINED_BYTES);
      length += chunk.copy(joined, length);
      // Pauses the connection until the reader wants more: one read at a time.
      return false;
    },
    read() {
      if (hadMany) lane.wait(socket, body.read);
      else turns.wait(socket, body.read);
    },
  });
  // Chunks may be in the same packet as the head; the next ones wait until somebody wants them.
  stopReading(socket);
}
