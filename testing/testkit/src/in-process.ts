// Runs commands in the process of the test, with streams of their own. A process takes twenty times as long.
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

/**
 * Decides how to run the commands of a program. A process is necessary for the first run of each command, so that
 * all commands are also tested as an operator runs them, and next to another run, so that races are between processes.
 */
export class CommandRunner {
  readonly #known = new Set<string>();
  #running = 0;

  /** Runs it. @param command its name, without its arguments */
  async run(command: string, { asProcess, inProcess = asProcess }: WaysToRun): Promise<CommandResult> {
    const needsProcess = !this.#known.has(command) || this.#running > 0;
    this.#known.add(command);
    this.#running += 1;
    try {
      return await (needsProcess ? asProcess() : inProcess());
    } finally {
      this.#running -= 1;
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
