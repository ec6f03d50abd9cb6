// Limits the connections of a server, and those of each client address. Connections over the limit get a
// refusal instead of being cut off, and health probes get through on them; there is a bounded number of them,
// for a short time each.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerSettings } from '../../config/server-settings.ts';
import { peerOf } from '../connections/client-address.ts';
import { isLoopback, networkOf } from '../connections/ip-address.ts';
import { refuseConnections } from '../connections/node-internals.ts';

/** Connections over the limit that get a refusal; further ones are closed at once. */
const RESERVE = 100;
/** Connections over the limit of one network that get a refusal; further ones are closed at once. */
const RESERVE_PER_NETWORK = 10;
/** Connections from this machine that are accepted when all others are closed at once. */
const LOOPBACK_RESERVE = 50;
/** How long a connection over the limit may stay open. */
const SURPLUS_TIMEOUT_MS = 5000;

/** An address stands for a client network (an IPv4 address, a /64 of IPv6); 0 sets no limit. */
export type ConnectionLimits = Pick<ServerSettings, 'maxConnections' | 'maxConnectionsPerAddress'>;

export class ConnectionLimit {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #surplus = new Set<Socket>();
  readonly #openByNetwork = new Map<string, number>();
  #open = 0;

  /** @param isProxy - whether an address is that of a trusted proxy, whose connections are those of many */
  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean) {
    this.#limits = limits;
    this.#isProxy = isProxy;
  }

  /**
   * Whether the connection is over the limit: it gets one answer, a refusal unless it is for a health probe.
   */
  isSurplus(socket: Socket): boolean {
    return this.#surplus.size > 0 && this.#surplus.has(socket);
  }

  /** Watches the connections of a server from now on. */
  watch(server: Server): void {
    const { maxConnections } = this.#limits;
    server.maxConnections = maxConnections + RESERVE + LOOPBACK_RESERVE;
    refuseConnections(server, (remoteAddress) => this.#isFull(remoteAddress));
    server.on('connection', (socket: Socket) => {
      const address = peerOf(socket);
      const isLocal = isLoopback(address);
      const network = isLocal ? undefined : this.#limitedNetworkOf(address);
      this.#open += 1;
      const surplus = network === undefined ? 0 : this.#countSurplusOf(network);
      socket.once('close', () => {
        this.#open -= 1;
        if (network !== undefined) this.#countClosed(network);
      });
      // Node.js refuses most of these before; what relies on its internals must not be the only limit.
      if (surplus > RESERVE_PER_NETWORK || (this.#open > maxConnections + RESERVE && !isLocal)) {
        socket.destroy();
      } else if (surplus > 0 || this.#open > maxConnections) this.#endSoon(socket);
    });
  }

  /** Whether a new connection from the address would be closed at once, because its network has too many. */
  #isFull(remoteAddress: string): boolean {
    const { maxConnectionsPerAddress } = this.#limits;
    // A short way for nearly all.
    if (maxConnectionsPerAddress === 0 || this.#open <= maxConnectionsPerAddress) return false;
    const address = peerOf({ remoteAddress });
    const network = isLoopback(address) ? undefined : this.#limitedNetworkOf(address);
    if (network === undefined) return false;
    const open = this.#openByNetwork.get(network) ?? 0;
    return open >= maxConnectionsPerAddress + RESERVE_PER_NETWORK;
  }

  /** Undefined for a trusted proxy. */
  #limitedNetworkOf(address: string): string | undefined {
    return this.#isProxy(address) ? undefined : networkOf(address);
  }

  /** How many connections the network has over its limit, with this one. */
  #countSurplusOf(network: string): number {
    const { maxConnectionsPerAddress } = this.#limits;
    if (maxConnectionsPerAddress === 0) return 0;
    const open = (this.#openByNetwork.get(network) ?? 0) + 1;
    this.#openByNetwork.set(network, open);
    return open - maxConnectionsPerAddress;
  }

  #countClosed(network: string): void {
    const left = (this.#openByNetwork.get(network) ?? 1) - 1;
    if (left === 0) this.#openByNetwork.delete(network);
    else this.#openByNetwork.set(network, left);
  }

  #endSoon(socket: Socket): void {
    const timer = setTimeout(() => socket.destroy(), SURPLUS_TIMEOUT_MS).unref();
    this.#surplus.add(socket);
    socket.once('close', () => {
      clearTimeout(timer);
      this.#surplus.delete(socket);
    });
  }
}
