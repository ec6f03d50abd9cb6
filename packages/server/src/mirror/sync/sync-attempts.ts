// Runs the parts of a copy. A failure of one Prime or version is reported and does not end the copy; too many
// in a row do.
import { RegistryError } from '@prime-registry/protocol';
import { isUpstreamFailure } from '../lists/mirrored-lists.ts';
import type { WantedPrime } from './find-names.ts';
import type { SyncDeps } from './sync-deps.ts';

/** The upstream has failed too often in a row; the message is for the operator. */
class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

/** A Prime, or one version of it. */
export interface Attempted {
  readonly name: string;
  readonly version?: string;
}

/** Failures to answer in a row, each after several retries. */
const GIVE_UP_AFTER = 20;

export class SyncAttempts {
  readonly #deps: Pick<SyncDeps, 'signal' | 'onOutcome'>;
  readonly #failedPrimes = new Set<string>();
  readonly #skippedScopes = new Set<string>();
  #failuresInARow = 0;

  constructor(deps: Pick<SyncDeps, 'signal' | 'onOutcome'>) {
    this.#deps = deps;
  }

  /** Whether anything has failed. */
  get hasAnyFailed(): boolean {
    return this.#failedPrimes.size > 0;
  }

  /** Whether anything of a Prime has failed. */
  hasFailed(name: string): boolean {
    return this.#failedPrimes.has(name);
  }

  /**
   * Does the work, and reports its failure.
   * @throws GivenUpError, the reason of the signal, and errors that concern more than this Prime or version
   */
  async attempt(attempted: Attempted, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      // A list that was read does not count while no version can be copied.
      if (attempted.version !== undefined || !this.hasFailed(attempted.name)) this.#failuresInARow = 0;
    } catch (error) {
      this.#deps.signal.throwIfAborted();
      // Each other error concerns one Prime or version: the rest can still be copied.
      if (!(error instanceof RegistryError) || error.code === 'storage_unavailable') throw error;
      await this.#fail(attempted, error);
    }
  }

  /** Reports that the upstream may not supply a Prime, or anything of its scope: each scope once. */
  async skip({ name, isNamed }: WantedPrime, message: string, ofScope: boolean): Promise<void> {
    const { onOutcome } = this.#deps;
    if (isNamed) return onOutcome({ kind: 'failed', name: name.full, message });
    if (ofScope && this.#skippedScopes.has(name.scope)) return;
    if (ofScope) this.#skippedScopes.add(name.scope);
    return onOutcome({ kind: 'skipped', subject: ofScope ? name.scope : name.full, message });
  }

  async #fail(attempted: Attempted, error: RegistryError): Promise<void> {
    const message = error.cause instanceof Error ? error.cause.message : error.message;
    this.#failedPrimes.add(attempted.name);
    await this.#deps.onOutcome({ kind: 'failed', ...attempted, message });
    this.#failuresInARow = isUpstreamFailure(error) ? this.#failuresInARow + 1 : 0;
    if (this.#failuresInARow >= GIVE_UP_AFTER)
      throw new GivenUpError(
        `the copy was given up after ${GIVE_UP_AFTER} failures in a row; the last one: ${message}`,
      );
  }
}
