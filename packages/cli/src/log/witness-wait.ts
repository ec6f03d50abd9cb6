// Waits for the witnesses of a policy: they cosign a log some seconds after it has grown.
import { setTimeout as delay } from 'node:timers/promises';
import { LogError, type RegistryClient } from '@prime-registry/client';
import { CommandError } from '../errors/command-error.ts';

/** How long a command waits for the witnesses of one registry, in all. */
const PATIENCE_MS = 15_000;
const ASK_EVERY_MS = 1000;
/** Heads to look at: of more witnesses than that, the ones that are behind do not count. */
const MAX_SIZES = 8;

/** The wait of one command for the witnesses of one registry. */
export class WitnessWait {
  readonly #client: RegistryClient;
  /** Versions that come later in the command do not wait again. */
  #untilMs: number | undefined;

  constructor(client: RegistryClient) {
    this.#client = client;
  }

  /** The sizes of the last heads that witnesses have cosigned, as the registry says, largest first. */
  async listSizes(signal: AbortSignal): Promise<readonly number[]> {
    const { witnesses = [] } = await this.#client.log({ signal });
    const sizes = new Set(witnesses.map(({ size }) => size).filter((size) => size > 0));
    return [...sizes].sort((a, b) => b - a).slice(0, MAX_SIZES);
  }

  /**
   * Repeats an attempt until it has a result.
   * @param what - what is waited for, such as `@acme/web-style 1.0.0`
   * @throws CommandError `log_unwitnessed` after 15 s, or at once if the registry has no witnesses
   */
  async wait<T>(what: string, signal: AbortSignal, attempt: () => Promise<T | undefined>): Promise<T> {
    const { witnesses = [] } = await this.#client.log({ signal });
    this.#untilMs ??= performance.now() + (witnesses.length > 0 ? PATIENCE_MS : 0);
    for (;;) {
      const result = await attempt();
      if (result !== undefined) return result;
      if (performance.now() >= this.#untilMs) break;
      await delay(ASK_EVERY_MS, undefined, { signal });
    }
    const { baseUrl } = this.#client;
    const names = witnesses.map(({ name }) => name).join(', ');
    throw new CommandError(
      `${baseUrl}: ${what} is not witnessed yet: too few witnesses have cosigned the checkpoint for your policy. Nothing was changed`,
      {
        code: 'log_unwitnessed',
        hint:
          names === ''
            ? 'the registry asks no witnesses; your policy (log-policy) asks for some'
            : `try again in a minute. The registry asks ${names}; your policy (log-policy) says which ones you need`,
      },
    );
  }

  /** The same for the log as a whole. */
  explain(error: LogError): CommandError {
    return new CommandError(`${this.#client.baseUrl}: ${error.message}`, {
      cause: error,
      code: 'log_unwitnessed',
      hint: 'try again in a minute; your policy (log-policy) says which witnesses you need',
    });
  }
}

/** What is read; or what else is found if only cosignatures are missing. */
export async function unlessUnwitnessed<T, U>(
  reading: Promise<T>,
  otherwise: (error: LogError) => Promise<U>,
): Promise<T | U> {
  try {
    return await reading;
  } catch (error) {
    if (isUnwitnessed(error)) return otherwise(error);
    throw error;
  }
}

/** What is read; undefined if only cosignatures are missing. */
export async function findWitnessed<T>(reading: Promise<T>): Promise<T | undefined> {
  return unlessUnwitnessed(reading, async () => undefined);
}

function isUnwitnessed(error: unknown): error is LogError {
  return error instanceof LogError && error.finding === 'unwitnessed';
}
