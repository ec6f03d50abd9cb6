// Clients that send one byte a second for as long as they are let: they stay while other faults come and go.
import type { RawPublish } from './raw-publish.ts';

const PAUSE_MS = 1000;
const MOST = 5;

export class LingeringClients {
  readonly #clients = new Map<RawPublish, NodeJS.Timeout>();

  /** How many are connected, at most. */
  get count(): number {
    return this.#clients.size;
  }

  /** Lets a client stay; who was there for the longest makes room. */
  add(client: RawPublish): void {
    const timer = setInterval(() => void client.sendMore(1), PAUSE_MS).unref();
    this.#clients.set(client, timer);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MOST && oldest !== undefined) this.#remove(oldest);
  }

  /** Sends all of them away. */
  clear(): void {
    for (const client of this.#clients.keys()) this.#remove(client);
  }

  #remove(client: RawPublish): void {
    clearInterval(this.#clients.get(client));
    this.#clients.delete(client);
    client.destroy();
  }
}
