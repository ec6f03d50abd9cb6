// The signer of the name that the log has now: an operator may have given it another one while servers run.
import { RegistryError } from '@prime-registry/protocol';
import type { LogSigner } from '../signing/log-signer.ts';

/** A signer of one log. */
export interface NamedSigner {
  readonly signer: LogSigner;
  readonly logId: string;
  /** Ids that the log had under earlier names. */
  readonly earlierIds: readonly string[];
}

/** Signs for the current name of a log. */
export class CurrentSigner implements LogSigner {
  readonly #open: () => Promise<NamedSigner>;
  #current: NamedSigner;

  /** @param open - opens the signer of the current name; rejects if there is no key for it */
  constructor(first: NamedSigner, open: () => Promise<NamedSigner>) {
    this.#current = first;
    this.#open = open;
  }

  get origin(): string {
    return this.#current.signer.origin;
  }

  get vkeys(): readonly string[] {
    return this.#current.signer.vkeys;
  }

  get earlierIds(): readonly string[] {
    return this.#current.earlierIds;
  }

  sign(size: number, root: Uint8Array): string {
    return this.#current.signer.sign(size, root);
  }

  /**
   * Signs for the log with this id from now on.
   * @throws RegistryError `storage_unavailable` if this process has no key for it
   */
  async follow(logId: string): Promise<void> {
    if (logId === this.#current.logId) return;
    const next = await this.#open();
    if (next.logId !== logId)
      throw new RegistryError('storage_unavailable', { detail: 'The log has another name now. Try again.' });
    this.#current = next;
  }
}
