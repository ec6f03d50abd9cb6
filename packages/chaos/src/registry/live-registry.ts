// The registry under test: the real command in processes of its own, started, killed and started again on one data folder.
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { COMMAND, type RegistryProcess, startProcess } from '@prime-registry/testkit';
import { keepConnections } from '../http/ask.ts';
import { MAX_TARBALL_BYTES } from '../model/draft.ts';

const CLOCK_MODULE = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));
// Requests that hang on a client that stalls may not hold up an end in good order for longer.
const SHUTDOWN_GRACE_MS = 400;

/** Where it runs, and how. */
export interface RegistryPlace {
  readonly dataFolder: string;
  /** A file that says how wrong its clock is. */
  readonly clockFile: string;
  readonly workers: number;
  readonly adminToken: string;
  /** Told when it ends although nobody ended it. */
  readonly onSurprise: (what: string) => void;
}

export class LiveRegistry {
  readonly workers: number;
  /** How often it was started. */
  life = 0;
  /** How wrong its clock is, in milliseconds. */
  clockOffsetMs = 0;
  agent: Agent = new Agent();
  /** Whether it could not remove uploads for some time: what is left then goes at its next start. */
  mayLitter = false;
  readonly #place: RegistryPlace;
  #process: RegistryProcess | undefined;
  #isExpectedToEnd = false;
  #readBytes = 0;
  /** It leads a group of its own, which no terminal ends. */
  readonly #kill = (): void => void this.#process?.child.kill('SIGKILL');

  constructor(place: RegistryPlace) {
    this.#place = place;
    this.workers = place.workers;
    this.setClock(0);
  }

  get baseUrl(): string {
    return this.#process?.baseUrl ?? 'http://127.0.0.1:9';
  }

  get isUp(): boolean {
    return this.#process !== undefined && !this.#isExpectedToEnd;
  }

  /** Everything it has logged in this life. */
  get log(): string {
    return this.#process?.stderr() ?? '';
  }

  /** What it has logged since this was asked last. */
  takeLog(): string {
    const taken = this.log.slice(this.#readBytes);
    this.#readBytes += taken.length;
    return taken;
  }

  /** Starts it. @throws Error when it does not start, with what it said */
  async start(): Promise<void> {
    const { dataFolder, clockFile, workers, adminToken, onSurprise } = this.#place;
    const [program, main] = COMMAND;
    const flags = ['--workers', String(workers), '--max-tarball', String(MAX_TARBALL_BYTES)];
    const started = await startProcess({
      dataFolder,
      flags: [...flags, '--shutdown-grace', `${SHUTDOWN_GRACE_MS}ms`],
      environment: { PRIME_REGISTRY_TOKEN: adminToken, CHAOS_CLOCK: clockFile },
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
        onSurprise(`the registry ended by itself (${code ?? signal}): ${started.stderr().slice(-2000)}`);
    });
  }

  /** Ends it with the signal. @returns the exit code; null when the signal killed it */
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

  /** The processes that serve now, when there are workers. */
  listWorkers(): number[] {
    const pids = new Map<number, number>();
    for (const line of this.log.split('\n')) {
      if (!line.includes('"msg":"a worker listens"')) continue;
      const { worker, pid } = JSON.parse(line) as { worker: number; pid: number };
      pids.set(worker, pid);
    }
    return [...pids.values()];
  }

  /** How often a worker has begun to listen in this life. */
  get workerStarts(): number {
    return this.log.split('"msg":"a worker listens"').length - 1;
  }

  /** Makes its clock wrong by so much, from now on. */
  setClock(offsetMs: number): void {
    this.clockOffsetMs = offsetMs;
    writeFileSync(this.#place.clockFile, String(offsetMs));
  }
}
