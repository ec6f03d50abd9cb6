// A proxy between two registries that injects faults into the bytes. It does not parse them: a flipped bit
// may hit a digest as well as a header.

import type { AddressInfo } from 'node:net';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@prime-registry/testkit';

/** The current fault. */
export type Wrong = 'nothing' | 'dead' | 'hangs' | 'slow' | 'flips' | 'cuts' | 'fails';

export const WRONGS: readonly Wrong[] = ['dead', 'hangs', 'slow', 'flips', 'cuts', 'fails'];

const FAILURES = [
  'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  'HTTP/1.1 403 Forbidden\r\ncontent-type: text/html\r\ncontent-length: 15\r\nconnection: close\r\n\r\n<html>no</html>',
  'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 18\r\nconnection: close\r\n\r\n<html>hello</html>',
  'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  'SSH-2.0-OpenSSH_9.6\r\n',
];

/** A TCP proxy with faults. */
export class BadLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #random: SeededRandom;
  readonly #findTarget: () => number;
  #wrong: Wrong = 'nothing';

  /** @param findTarget - the port of the target, looked up for each connection */
  constructor(findTarget: () => number, random: SeededRandom) {
    this.#findTarget = findTarget;
    this.#random = random;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get wrong(): Wrong {
    return this.#wrong;
  }

  /** Sets the fault. `dead` and `nothing` break all connections; the others also apply to open ones. */
  set wrong(wrong: Wrong) {
    this.#wrong = wrong;
    if (wrong === 'dead' || wrong === 'nothing') this.#breakAll();
  }

  close(): void {
    this.#breakAll();
    this.#server.close();
  }

  #breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #serve(client: Socket): void {
    this.#track(client);
    if (this.#wrong === 'dead') {
      client.destroy();
      return;
    }
    const target = createConnection(this.#findTarget(), '127.0.0.1');
    this.#track(target);
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (this.#wrong === 'hangs') return;
      if (this.#wrong === 'fails') client.end(this.#random.pick(FAILURES));
      else target.write(bytes);
    });
    void this.#answer(target, client);
  }

  async #answer(target: Socket, client: Socket): Promise<void> {
    try {
      for await (const bytes of target as AsyncIterable<Buffer>) {
        if (this.#wrong === 'hangs') continue;
        if (this.#wrong === 'flips' && this.#random.chance(0.7)) flipBit(bytes, this.#random);
        if (this.#wrong === 'cuts' && this.#random.chance(0.5)) {
          client.write(bytes.subarray(0, this.#random.integer(0, bytes.length)), () => client.destroy());
          return;
        }
        for (const piece of this.#wrong === 'slow' ? inPieces(bytes) : [bytes]) {
          if (this.#wrong === 'slow') await delay(this.#random.integer(5, 60));
          if (client.destroyed) return;
          client.write(piece);
        }
      }
    } catch {
      // The link may break at any time.
    }
    client.destroy();
  }
}

/** Mostly in the body, because damage to the head is easy to notice. */
function flipBit(bytes: Buffer, random: SeededRandom): void {
  const head = bytes.indexOf('\r\n\r\n') + 4;
  const from = head > 3 && head < bytes.length && random.chance(0.85) ? head : 0;
  const at = random.integer(from, bytes.length - 1);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(0, 7));
}

function inPieces(bytes: Buffer): Buffer[] {
  const third = Math.ceil(bytes.length / 3);
  return [0, 1, 2]
    .map((part) => bytes.subarray(part * third, (part + 1) * third))
    .filter(({ length }) => length > 0);
}
