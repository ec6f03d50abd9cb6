// A TCP proxy in front of one or several ports, used in turn. It can break or hold all connections.
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Finds the target ports on this host. Called for each connection. */
export type FindPorts = () => readonly number[];

export class Gate {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #findPorts: FindPorts;
  #turn = 0;
  #isShut = false;
  #isHolding = false;
  #port = 0;

  constructor(findPorts: FindPorts) {
    this.#findPorts = findPorts;
    // Each side may close its half while the other continues.
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  /** Starts to listen on a free port. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }

  get port(): number {
    return this.#port;
  }

  /** Breaks all connections, and new ones. @returns a function that ends this */
  shut(): () => void {
    this.#isShut = true;
    this.#breakAll();
    return () => {
      this.#isShut = false;
    };
  }

  /** Holds back all bytes. @returns a function that ends this */
  hold(): () => void {
    this.#isHolding = true;
    for (const socket of this.#sockets) socket.pause();
    return () => {
      this.#isHolding = false;
      for (const socket of this.#sockets) socket.resume();
    };
  }

  close(): void {
    this.#server.close();
    this.#breakAll();
  }

  #breakAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #accept(client: Socket): void {
    this.#keep(client);
    if (this.#isShut) client.resetAndDestroy();
    else this.#lead(client, this.#findPorts().length);
  }

  /** Connects to the next port that accepts. */
  #lead(client: Socket, tries: number): void {
    const ports = this.#findPorts();
    const port = ports[this.#turn++ % ports.length];
    if (tries === 0 || port === undefined) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const refused = (): void => this.#lead(client, tries - 1);
    server.once('error', refused);
    server.once('connect', () => {
      server.off('error', refused);
      this.#keep(server);
      this.#pass(client, server);
      this.#pass(server, client);
    });
  }

  #pass(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (!this.#isHolding) from.resume();
    });
    from.on('end', () => to.end());
    from.on('close', () => to.destroy());
    if (this.#isHolding) from.pause();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
