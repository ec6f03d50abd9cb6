// A TCP proxy in front of PostgreSQL that breaks connections at a commit.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** When the connection breaks: before the server gets the commit, or before the client gets the response. */
export type Loss = 'before' | 'after';

export interface CommitBreaker {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Breaks the connection at the next `count` commits. */
  lose(count: number, loss: Loss): void;
  /** Refuses new connections after the last lost commit, until the returned function is called. */
  shutThen(): () => void;
  /** Number of lost commits. */
  readonly lost: () => number;
  close(): void;
}

const COMMIT = Buffer.from('commit\0');

/** Starts a proxy in front of the server of the address. */
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
      // The server responds after it has committed.
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
