// Clients that send one byte a second until they are cut off. They stay during other faults.
import type { RawPublish } from './raw-publish.ts';

const PAUSE_MS = 1000;
const MOST = 5;

export class LingeringClients {
  readonly #clients = new Map<RawPublish, NodeJS.Timeout>();

  /** How many are connected, at most. */
  get count(): number {
    return this.#clients.size;
  }

  /** Adds a client. Above the maximum, the oldest is disconnected. */
  add(client: RawPublish): void {
    const timer = setInterval(() => void client.sendMore(1), PAUSE_MS).unref();
    this.#clients.set(client, timer);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MOST && oldest !== undefined) this.#remove(oldest);
  }

  /** Disconnects all of them. */
  clear(): void {
    for (const client of this.#clients.keys()) this.#remove(client);
  }

  #remove(client: RawPublish): void {
    clearInterval(this.#clients.get(client));
    this.#clients.delete(client);
    client.destroy();
  }
}
