// A PostgreSQL server that replicas share, behind a gate that can cut it off. It can be stopped.
import { type PostgresServer, query, startPostgres } from '@prime-registry/testkit/postgres';
import { Gate } from './gate.ts';

export class LiveDatabase {
  readonly gate: Gate;
  readonly #server: PostgresServer;
  #lives = 0;

  private constructor(server: PostgresServer, gate: Gate) {
    this.#server = server;
    this.gate = gate;
  }

  /** Starts a server. It ends with this process at the latest. */
  static async start(): Promise<LiveDatabase> {
    const server = await startPostgres();
    const port = Number(new URL(server.urlOf('postgres')).port);
    const gate = new Gate(() => [port]);
    await gate.open();
    return new LiveDatabase(server, gate);
  }

  /** Creates an empty database. @returns its URL, with the address of the gate */
  async createEmpty(): Promise<string> {
    const name = `life_${++this.#lives}`;
    await query(this.#server.urlOf('postgres'), `create database ${name}`);
    const url = new URL(this.#server.urlOf(name));
    url.port = String(this.gate.port);
    return url.href;
  }

  stop(manner: 'fast' | 'crash'): Promise<void> {
    return this.#server.stop(manner);
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  async remove(): Promise<void> {
    this.gate.close();
    await this.#server.remove();
  }
}
