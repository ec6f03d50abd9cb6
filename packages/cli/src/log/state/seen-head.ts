// Compares every head that a registry shows with the newest one that this user has seen, and remembers the newer one.
import {
  compareHeads,
  type RegistryClient,
  readUntrustedHead,
  type SignedHead,
} from '@prime-registry/client';
import { ValidationError } from '../../errors/validation-error.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';
import { HeadFile } from './head-file.ts';

/** What is compared, and where. */
export interface SeenHeadDeps {
  readonly stateFolder: string;
  /** Called once, with a sentence, if the registry shows an older head than this user has seen. */
  readonly onStale: (text: string) => void;
}

/** The heads that one command gets from one registry. */
export class SeenHead {
  readonly #client: RegistryClient;
  readonly #deps: SeenHeadDeps;
  /** Heads are compared one after the other: usually all are the same, and cost one request together. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The size that was seen before this command; heads that arrive in another order than they were made are not stale. */
  #sizeBefore: number | undefined;
  #isStale = false;

  constructor(client: RegistryClient, deps: SeenHeadDeps) {
    this.#client = client;
    this.#deps = deps;
  }

  /** @throws LogError `fork`, `shrunk`; RegistryRequestError */
  compare(head: SignedHead, signal: AbortSignal): Promise<void> {
    const compared = this.#turn.then(() => this.#compare(head, signal));
    this.#turn = compared.catch(() => undefined);
    return compared;
  }

  async #compare(shown: SignedHead, signal: AbortSignal): Promise<void> {
    const file = new HeadFile(this.#deps.stateFolder, shown.origin);
    for (;;) {
      const note = file.read();
      const seen = note === undefined ? undefined : readOwnHead(file.path, note);
      this.#sizeBefore ??= seen?.size ?? 0;
      const age =
        seen === undefined ? 'newer' : await compareHeads(this.#client, { seen, shown }, NODE_CRYPTO, signal);
      if (age === 'same') return file.touch();
      if (age === 'older') return this.#tellStale(shown);
      if (await file.replace(note, shown.note, signal)) return;
    }
  }

  #tellStale({ size }: SignedHead): void {
    const before = this.#sizeBefore ?? 0;
    if (this.#isStale || size >= before) return;
    this.#isStale = true;
    const { baseUrl } = this.#client;
    this.#deps.onStale(
      `${baseUrl} shows an old head of its log, of ${size} entries; you have seen ${before}. What it says may be out of date`,
    );
  }
}

/** The head in a file of this user. */
function readOwnHead(path: string, note: string): SignedHead {
  const head = readUntrustedHead(note);
  if (head !== undefined) return head;
  throw new ValidationError(
    `${path} is damaged: it is not the head of a log. Restore it; without it, prime cannot see whether the log was changed`,
  );
}
