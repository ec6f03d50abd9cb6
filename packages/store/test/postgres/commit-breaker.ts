// A way to PostgreSQL on which the connection can be lost just as a transaction is to be committed.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** When the connection is lost: before the server has heard of the commit, or before the client hears of it. */
export type Loss = 'before' | 'after';

export interface CommitBreaker {
  /** The address of a database that goes this way. */
  readonly url: string;
  /** How many of the next commits are lost, and when. */
  lose(count: number, loss: Loss): void;
  /** Takes no new connections once a commit is lost, until the answer is called. */
  shutThen(): () => void;
  /** How often it was so. */
  readonly lost: () => number;
  close(): void;
}

const COMMIT = Buffer.from('commit\0');

/** Starts it, in front of the server of the address. */
export async function startCommitBreaker(url: string): Promise<CommitBreaker> {
  const { hostname, port } = new URL(url);
  let toLose = 0;
  let lost = 0;
  let how: Loss = 'before';
  let shutsThen = false;
  const server = createServer((client) => {
    if (shutsThen && toLose === 0) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    let isLost = false;
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.on('data', (chunk: Buffer) => {
      if (toLose > 0 && chunk.includes(COMMIT)) {
        toLose -= 1;
        lost += 1;
        isLost = true;
        if (how === 'before') return end();
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      // The server answers when it has committed.
      if (isLost) end();
      else client.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ownUrl = new URL(url);
  ownUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: ownUrl.href,
    lose(count, loss) {
      toLose = count;
      how = loss;
    },
    shutThen() {
      shutsThen = true;
      return () => {
        shutsThen = false;
      };
    },
    lost: () => lost,
    close: () => server.close(),
  };
}
