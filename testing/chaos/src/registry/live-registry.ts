// The registry under test: the real command as a process, which can be killed and restarted on its data
// folder.
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { COMMAND, type RegistryProcess, startProcess } from '@prime-registry/testkit';
import { keepConnections } from '../http/ask.ts';
import { MAX_TARBALL_BYTES } from '../model/draft.ts';
import type { LivePlace } from './live-place.ts';
import { CLOCK_MODULE } from './operator-command.ts';
import type { TestedRegistry } from './tested-registry.ts';

// The shutdown must not wait longer for requests of stalled clients.
const SHUTDOWN_GRACE_MS = 400;

/** The options of a registry. */
export interface RegistryOptions {
  readonly place: LivePlace;
  /** A file with the error of its clock. */
  readonly clockFile: string;
  readonly workers: number;
  readonly adminToken: string;
  /** Called when it ends unexpectedly. */
  readonly onSurprise: (what: string) => void;
}

export class LiveRegistry implements TestedRegistry {
  readonly workers: number;
  readonly replicas: readonly TestedRegistry[] = [this];
  life = 0;
  clockOffsetMs = 0;
  agent: Agent = new Agent();
  mayLitter = false;
  readonly #options: RegistryOptions;
  #process: RegistryProcess | undefined;
  #isExpectedToEnd = false;
  #readBytes = 0;
  /** The process leads its own group, so Ctrl-C does not reach it. */
  readonly #kill = (): void => void this.#process?.child.kill('SIGKILL');

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.workers = options.workers;
    this.setClock(0);
  }

  get baseUrl(): string {
    return this.#process?.baseUrl ?? 'http://127.0.0.1:9';
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port);
  }

  get isUp(): boolean {
    return this.#process !== undefined && !this.#isExpectedToEnd;
  }

  get log(): string {
    return this.#process?.stderr() ?? '';
  }

  takeLog(): string {
    const taken = this.log.slice(this.#readBytes);
    this.#readBytes += taken.length;
    return taken;
  }

  async start(): Promise<void> {
    const { place, clockFile, workers, adminToken, onSurprise } = this.#options;
    const [program, main] = COMMAND;
    const limits = ['--workers', String(workers), '--max-tarball', String(MAX_TARBALL_BYTES)];
    const started = await startProcess({
      dataFolder: place.disk.folder,
      flags: [...limits, '--shutdown-grace', `${SHUTDOWN_GRACE_MS}ms`],
      environment: { ...place.environment, PRIME_REGISTRY_TOKEN: adminToken, CHAOS_CLOCK: clockFile },
      launcher: [program, '--import', CLOCK_MODULE, main, 'serve'],
    });
    this.life += 1;
    this.#process = started;
    process.once('exit', this.#kill);
    this.#isExpectedToEnd = false;
    this.#readBytes = 0;
    this.mayLitter = false;
    this.agent = keepConnections();
    started.child.once('exit', (code, signal) => {
      if (!this.#isExpectedToEnd)
        onSurprise(`the registry ended unexpectedly (${code ?? signal}): ${started.stderr().slice(-2000)}`);
    });
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ending = this.#process;
    if (ending === undefined) return null;
    this.#isExpectedToEnd = true;
    const code = await ending.end(signal);
    this.agent.destroy();
    process.off('exit', this.#kill);
    this.#process = undefined;
    return code;
  }

  listWorkers(): number[] {
    const pids = new Map<number, number>();
    for (const line of this.log.split('\n')) {
      if (!line.includes('"msg":"a worker listens"')) continue;
      const { worker, pid } = JSON.parse(line) as { worker: number; pid: number };
      pids.set(worker, pid);
    }
    return [...pids.values()];
  }

  get workerStarts(): number {
    return this.log.split('"msg":"a worker listens"').length - 1;
  }

  setClock(offsetMs: number): void {
    this.clockOffsetMs = offsetMs;
    writeFileSync(this.#options.clockFile, String(offsetMs));
  }
}
