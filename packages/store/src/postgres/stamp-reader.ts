// Reads the change stamp, up to thousands of times a second. All hot reads of an event loop turn wait for it.
// A normal query of pg, through a pool and into an object, costs as much CPU as three of those reads; here
// the bytes are constant.
import type { Connection, PoolClient, Submittable } from 'pg';
import { createPool, SESSION } from './postgres-pool.ts';
import { translatePostgresError } from './translate-postgres-error.ts';

const STATEMENT = { name: 'change_stamp', text: 'select sum(count) from commit_counts' };

/** Reads the change stamp on its own connection. */
export interface StampReader {
  /**
   * The stamp as it is after the call. A connection has one query at a time: a call during a query waits for the
   * next one, and shares it with the others who do.
   * @throws RegistryError `storage_unavailable`; the next read tries a new connection.
   */
  read(): Promise<number>;
  end(): Promise<void>;
}

export function createStampReader(url: string): StampReader {
  // On pipelined connections, pg refuses queries that are not of its own classes.
  const pool = createPool(url, 1, { ...SESSION, pipeline: false });
  let client: Promise<PoolClient> | undefined;

  const connect = async (): Promise<PoolClient> => {
    const connected = await pool.connect();
    try {
      await connected.query(STATEMENT);
      return connected;
    } catch (error) {
      connected.release(true);
      throw error;
    }
  };

  const leave = async (): Promise<void> => {
    const left = client;
    client = undefined;
    await left?.then(
      (connected) => connected.release(true),
      () => undefined,
    );
  };

  const query = async (): Promise<number> => {
    client ??= connect();
    const asked = client;
    try {
      return await ask(await asked);
    } catch (error) {
      if (client === asked) await leave();
      throw translatePostgresError(error);
    }
  };

  let running: Promise<number> | undefined;
  let next: Promise<number> | undefined;
  const begin = (): Promise<number> => {
    next = undefined;
    const own = query().finally(() => {
      running = undefined;
    });
    running = own;
    return own;
  };

  return {
    read() {
      if (next !== undefined) return next;
      if (running === undefined) return begin();
      next = running.then(begin, begin);
      return next;
    },

    async end() {
      await leave();
      await pool.end();
    },
  };
}

function ask(client: PoolClient): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  client.query(new StampQuery(resolve, reject));
  return promise;
}

/** Runs the prepared statement of the connection; pg calls it with the response. */
class StampQuery implements Submittable {
  readonly #resolve: (stamp: number) => void;
  readonly #reject: (error: Error) => void;
  #stamp = Number.NaN;

  constructor(resolve: (stamp: number) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit({ stream }: Connection): void {
    stream.write(RUN_STATEMENT);
  }

  handleDataRow({ fields: [sum] }: { readonly fields: readonly string[] }): void {
    this.#stamp = Number(sum);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve(this.#stamp);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

// Bind an unnamed portal without parameters and format codes, execute it for all rows, sync
// (postgresql.org/docs/current/protocol-message-formats.html).
const RUN_STATEMENT = Buffer.concat([
  message('B', `\0${STATEMENT.name}\0`, '\0\0'.repeat(3)),
  message('E', '\0', '\0\0\0\0'),
  message('S'),
]);

function message(type: string, ...parts: readonly string[]): Buffer {
  const body = parts.join('');
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}
