// Runs commands in the process of the test, with streams of their own. A process takes twenty times as long.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';

/** The output of a command and how it ended. */
export interface CommandResult {
  /** The exit code. null if a signal killed it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command uses of its process. */
export interface CapturingHost {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The two ways to run a command. */
export interface WaysToRun {
  asProcess(): Promise<CommandResult>;
  /** undefined if the test needs a process. */
  readonly inProcess: (() => Promise<CommandResult>) | undefined;
}

const MAX_FILE_NAME = 100;

/**
 * Decides how to run the commands of a program. A process is necessary for the first run of each command, so that
 * all commands are also tested as an operator runs them, and next to another run, so that races are between processes.
 */
export class CommandRunner {
  readonly #program: string;
  readonly #sharedFolder: string | undefined;
  readonly #known = new Set<string>();
  #running = 0;

  /**
   * @param sharedFolder - of the test processes of a run, with a file for each command that one of them has run as a process;
   * without one, each of them does so
   */
  constructor(program: string, sharedFolder: string | undefined) {
    this.#program = program;
    this.#sharedFolder = sharedFolder;
  }

  /** Runs it. @param command its name, without its arguments */
  async run(command: string, { asProcess, inProcess }: WaysToRun): Promise<CommandResult> {
    const needsProcess = inProcess === undefined || this.#running > 0 || this.#isFirst(command);
    this.#running += 1;
    try {
      return await (needsProcess ? asProcess() : inProcess());
    } finally {
      this.#running -= 1;
    }
  }

  /** Whether this is the first run of the command, in this process and in those that share the folder. */
  #isFirst(command: string): boolean {
    if (this.#known.has(command)) return false;
    this.#known.add(command);
    if (this.#sharedFolder === undefined) return true;
    const name = encodeURIComponent(`${this.#program} ${command}`).slice(0, MAX_FILE_NAME);
    try {
      closeSync(openSync(join(this.#sharedFolder, name), 'wx'));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }
}

/** Variables that programs read only from their host: their own, those of CI systems, and those of the programs that they start. */
const OF_HOST = /^(?:PRIME_.+|CI|CI_PROJECT_DIR|GITHUB_ACTIONS|GITLAB_CI|PATH|SSH_AUTH_SOCK)$/;

/**
 * Whether a run in this process can have these variables: the program reads some from its host; the system and
 * libraries read others, such as HOME, from the process.
 */
export function canHaveHere(environment: Readonly<Record<string, string>>): boolean {
  return Object.entries(environment).every(
    ([name, value]) => OF_HOST.test(name) || process.env[name] === value,
  );
}

/** Runs a function that writes to streams. @returns its exit code, and what it wrote */
export async function capture(
  { env, input }: { readonly env: NodeJS.ProcessEnv; readonly input: string | Uint8Array },
  run: (host: CapturingHost) => Promise<number>,
): Promise<CommandResult> {
  const [stdout, stderr] = [new TextSink(), new TextSink()];
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)], { objectMode: false });
  const code = await run({ env, stdin, stdout, stderr });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Keeps what is written to it. */
class TextSink extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
