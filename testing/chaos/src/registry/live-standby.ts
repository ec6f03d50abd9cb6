// Two machines on the same data: one serves, the other is idle until it takes over.
import { keepConnections } from '../http/ask.ts';
import type { LiveRegistry } from './live-registry.ts';
import { LiveReplicas } from './live-replicas.ts';

export class LiveStandby extends LiveReplicas {
  #active: LiveRegistry;
  #idle: LiveRegistry;

  /** @param active - none of them started */
  constructor(active: LiveRegistry, idle: LiveRegistry) {
    super([active, idle]);
    this.#active = active;
    this.#idle = idle;
  }

  /** The machine that gets no connections. */
  get idle(): LiveRegistry {
    return this.#idle;
  }

  protected override findServing(): readonly LiveRegistry[] {
    return this.#active.isUp ? [this.#active] : [];
  }

  /** The active machine dies, and the idle one serves at once. The dead one comes back as the idle one. */
  async takeOver(): Promise<void> {
    const dead = this.#active;
    const ended = dead.end('SIGKILL');
    this.#exchange();
    await ended;
    this.life += 1;
    await dead.start();
  }

  /** The idle machine gets all new connections. The other one finishes its requests. */
  switchOver(): void {
    this.#exchange();
  }

  /** Old connections stay with the machine that they were made to. */
  #exchange(): void {
    [this.#active, this.#idle] = [this.#idle, this.#active];
    this.agent = keepConnections();
  }
}
