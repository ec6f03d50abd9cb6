// Several registries on the same data behind one address, which balances connections in turn like a plain
// load balancer.
import { Agent } from 'node:http';
import { keepConnections } from '../http/ask.ts';
import { Gate } from './gate.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { TestedRegistry } from './tested-registry.ts';

export class LiveReplicas implements TestedRegistry {
  life = 0;
  agent: Agent = new Agent();
  readonly replicas: readonly LiveRegistry[];
  readonly #gate: Gate;
  #isOpen = false;

  /** @param replicas - none of them started */
  constructor(replicas: readonly LiveRegistry[]) {
    this.replicas = replicas;
    this.#gate = new Gate(() => this.findServing().map(({ port }) => port));
  }

  /** The replicas that get connections. */
  protected findServing(): readonly LiveRegistry[] {
    return this.replicas.filter(({ isUp }) => isUp);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#gate.port}`;
  }

  get isUp(): boolean {
    return this.#isOpen && this.replicas.some(({ isUp }) => isUp);
  }

  get workers(): number {
    return this.replicas[0]?.workers ?? 1;
  }

  get workerStarts(): number {
    return this.replicas.reduce((sum, { workerStarts }) => sum + workerStarts, 0);
  }

  get clockOffsetMs(): number {
    return this.replicas[0]?.clockOffsetMs ?? 0;
  }

  get mayLitter(): boolean {
    return this.replicas.some(({ mayLitter }) => mayLitter);
  }

  set mayLitter(may: boolean) {
    for (const replica of this.replicas) replica.mayLitter = may;
  }

  get log(): string {
    return this.replicas.map(({ log }) => log).join('');
  }

  takeLog(): string {
    return this.replicas.map((replica) => replica.takeLog()).join('');
  }

  async start(): Promise<void> {
    if (this.#gate.port === 0) await this.#gate.open();
    await Promise.all(this.replicas.map((replica) => replica.start()));
    this.life += 1;
    this.#isOpen = true;
    this.agent = keepConnections();
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.#isOpen = false;
    const codes = await Promise.all(this.replicas.map((replica) => replica.end(signal)));
    this.agent.destroy();
    return codes.find((code) => code !== 0) ?? codes[0] ?? null;
  }

  listWorkers(): number[] {
    return this.replicas.flatMap((replica) => replica.listWorkers());
  }

  setClock(offsetMs: number): void {
    for (const replica of this.replicas) replica.setClock(offsetMs);
  }

  /** Frees its address. */
  close(): void {
    this.#gate.close();
  }
}
