// The proofs of many versions in few requests. What a registry does not answer here is asked for singly.
import {
  isAborted,
  type RegistryClient,
  RegistryRequestError,
  splitBatch,
  type VersionItem,
} from '@prime-registry/client';
import { primeBatchKey } from '@prime-registry/protocol';

/** Fewer versions take no longer singly. */
const FEWEST_ITEMS = 3;

/** Versions of one request, which is sent when the first of their proofs is wanted. */
interface Part {
  readonly items: readonly VersionItem[];
  answer: Promise<ReadonlyMap<string, string>> | undefined;
}

/** The proofs that one command is about to need of one registry. */
export class ProofsAhead {
  readonly #client: Pick<RegistryClient, 'logProofs'>;
  readonly #parts = new Map<string, Part>();
  /** Whether the registry has failed to answer: it may lack the endpoint. */
  #isOver = false;

  constructor(client: Pick<RegistryClient, 'logProofs'>) {
    this.#client = client;
  }

  /** Announces versions. Nothing is sent yet. */
  expect(items: readonly VersionItem[]): void {
    for (const part of splitBatch(items)) {
      if (part.length < FEWEST_ITEMS) continue;
      const shared: Part = { items: part, answer: undefined };
      for (const { name, version } of part) this.#parts.set(primeBatchKey(name, version), shared);
    }
  }

  /** Hands a proof out, once; undefined if it must be asked for singly. */
  async take({ name, version }: VersionItem, signal: AbortSignal): Promise<string | undefined> {
    const key = primeBatchKey(name, version);
    const part = this.#parts.get(key);
    this.#parts.delete(key);
    if (part === undefined || (this.#isOver && part.answer === undefined)) return undefined;
    part.answer ??= this.#ask(part.items, signal);
    return (await part.answer).get(key);
  }

  async #ask(items: readonly VersionItem[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    try {
      return await this.#client.logProofs(items, { signal });
    } catch (error) {
      if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
      this.#isOver = true;
      return new Map();
    }
  }
}
