// The registry under attack: the real command with its defaults, perhaps in a memory group.
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Actor, COMMAND, type RegistryProcess, startProcess } from '@prime-registry/testkit';
import { READS } from '../others/fixture.ts';
import type { MemoryGroup } from './memory-group.ts';
import type { Network } from './network.ts';
import { RECORDER, Turns } from './turns.ts';

/** Where and how it runs. */
export interface RegistryOptions {
  /** The folder for data and log. */
  readonly folder: string;
  readonly network: Network;
  readonly operatorToken: string;
  readonly group?: MemoryGroup | undefined;
}

interface Files {
  readonly logFile: string;
  readonly turnsFile: string;
}

/** What the log says. */
interface LogFacts {
  /** Requests of anybody that were answered with a 500. */
  readonly serverErrors: number;
  /** The last words of Node.js. */
  readonly fatalError: string | undefined;
}

// The log goes to a file: a pipe would need this process to read it in time.
const LAUNCH = 'if [ -n "$1" ]; then echo $$ > "$1"; fi; log=$2; shift 2; exec "$@" 2> "$log"';
const ALIVE_TIMEOUT_MS = 10_000;

export class AttackedRegistry {
  readonly #options: RegistryOptions;
  readonly #process: RegistryProcess;
  readonly #logFile: string;
  readonly #turnsFile: string;
  readonly #kill = (): void => void this.#process.child.kill('SIGKILL');

  private constructor(options: RegistryOptions, started: RegistryProcess, files: Files) {
    this.#options = options;
    this.#process = started;
    this.#logFile = files.logFile;
    this.#turnsFile = files.turnsFile;
    process.once('exit', this.#kill);
  }

  /** Starts it and waits until it listens. @throws Error if it does not start */
  static async start(options: RegistryOptions): Promise<AttackedRegistry> {
    const { folder, network, operatorToken, group } = options;
    const logFile = join(folder, 'registry.log');
    const turnsFile = join(folder, 'turns.txt');
    rmSync(turnsFile, { force: true });
    const [program, main] = COMMAND;
    const command = [program, '--import', RECORDER, main, 'serve'];
    const started = await startProcess({
      dataFolder: join(folder, 'data'),
      flags: ['--host', network.host],
      // The tests' default turns load shedding off; an empty value is the default of the command.
      environment: {
        PRIME_REGISTRY_TOKEN: operatorToken,
        PRIME_REGISTRY_OVERLOAD_DELAY: '',
        PRIME_ATTACK_TURNS: turnsFile,
      },
      launcher: ['sh', '-c', LAUNCH, 'sh', group?.joinFile ?? '', logFile, ...command],
    });
    return new AttackedRegistry(options, started, { logFile, turnsFile });
  }

  get baseUrl(): string {
    const { address } = this.#options.network;
    const url = new URL(this.#process.baseUrl);
    if (address !== undefined) url.hostname = address;
    return url.origin;
  }

  /** The address for measurements: loopback is exempt from limits by address. */
  get localUrl(): string {
    return `http://127.0.0.1:${new URL(this.#process.baseUrl).port}`;
  }

  get pid(): number {
    return this.#process.child.pid ?? 0;
  }

  get operator(): Actor {
    return this.#process.actorWith(this.#options.operatorToken);
  }

  /** How the process ended; undefined while it runs. */
  get ending(): string | undefined {
    const { exitCode, signalCode } = this.#process.child;
    return exitCode === null && signalCode === null ? undefined : String(signalCode ?? exitCode);
  }

  /** Whether it answers health checks and other requests. */
  async isAlive(): Promise<boolean> {
    if (this.ending !== undefined) return false;
    const answers = ['/-/health/live', READS.manifest].map(async (path) => {
      const signal = AbortSignal.timeout(ALIVE_TIMEOUT_MS);
      return (await fetch(`${this.localUrl}${path}`, { signal })).ok;
    });
    return Promise.all(answers).then(
      (all) => all.every((isOk) => isOk),
      () => false,
    );
  }

  /** Reads the log of this start. */
  async readLog(): Promise<LogFacts> {
    let serverErrors = 0;
    let fatalError: string | undefined;
    for await (const line of createInterface({ input: createReadStream(this.#logFile) })) {
      if (line.includes('"status":500')) serverErrors += 1;
      if (line.startsWith('FATAL ERROR')) fatalError = line;
    }
    return { serverErrors, fatalError };
  }

  /** Reads the turns of the event loop since the start. */
  readTurns(): Turns {
    return new Turns(this.#turnsFile);
  }

  /** Kills it. */
  async end(): Promise<void> {
    if (this.ending === undefined) await this.#process.end('SIGKILL');
    process.off('exit', this.#kill);
  }
}
