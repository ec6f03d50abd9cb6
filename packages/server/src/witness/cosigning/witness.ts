// A witness of the logs of upstreams: C2SP tlog-witness. It cosigns a head only if that extends the last one that it has
// cosigned, and has it stored before it answers.
import { hash } from 'node:crypto';
import { quote, RegistryError } from '@prime-registry/protocol';
import type { LogStore, WitnessedLog, WitnessStore } from '@prime-registry/store';
import {
  cosign,
  formatCosignatures,
  formatNote,
  type Note,
  TlogError,
  type Verifiers,
  verifyConsistency,
  verifyNote,
} from '@prime-registry/tlog';
import { refuseIfHalted } from '../../log/halted.ts';
import type { Cosigner } from '../../signing/cosigner.ts';
import { sha256 } from '../../signing/ed25519.ts';
import { type CosignRequest, invalid, parseCosignRequest } from './add-checkpoint-request.ts';
import { hasSameRoot, keysOf, lastHead, signaturesOf } from './last-head.ts';
import type { LogsToWitness } from './logs-to-witness.ts';

export interface WitnessDeps {
  readonly store: WitnessStore & LogStore;
  readonly logs: Pick<LogsToWitness, 'find' | 'findAgain'>;
  readonly cosigner: Cosigner;
  readonly verifiers: Verifiers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What it answers: cosignatures; or the size that it has cosigned, if the proof begins at another one. */
export type Cosigned =
  | { readonly kind: 'cosigned'; readonly text: string }
  | { readonly kind: 'conflict'; readonly size: number };

export class Witness {
  readonly #deps: WitnessDeps;

  constructor(deps: WitnessDeps) {
    this.#deps = deps;
  }

  /**
   * Cosigns a head.
   * @param body - as the specification has it
   * @throws RegistryError `invalid_request`, `not_found` for an unknown log, `head_not_signed`, `head_contradicts`;
   *   `log_halted` if the own log is: the database may be older than what was cosigned; `storage_unavailable`
   */
  async add(body: string): Promise<Cosigned> {
    const request = parseCosignRequest(body);
    const { head, oldSize } = request;
    const log = await this.#findLog(request);
    refuseIfHalted(await this.#deps.store.readLogHead());
    if (oldSize > head.size)
      throw invalid(`old is ${oldSize}, which is more than the ${head.size} entries of the checkpoint`);
    if (oldSize !== log.size || !hasSameRoot(log, head)) return { kind: 'conflict', size: log.size };
    if (!verifyConsistency(sha256, { from: lastHead(log), to: head, proof: request.proof })) {
      throw new RegistryError('head_contradicts', {
        detail: `The proof does not show that the head of ${head.size} entries extends the last cosigned one, of ${log.size} entries.`,
      });
    }
    return this.#cosign(log, request);
  }

  /** The last head of a log that was cosigned, by the SHA-256 of its name; undefined if there is none. */
  async findCheckpoint(digest: string): Promise<string | undefined> {
    const logs = await this.#deps.store.listWitnessedLogs();
    return logs.find(({ origin }) => hash('sha256', origin) === digest)?.note;
  }

  /** The log, if one of its keys has signed the head. */
  async #findLog({ note, head }: CosignRequest): Promise<WitnessedLog> {
    const { logs } = this.#deps;
    const { origin } = head;
    const known = await logs.find(origin);
    if (known !== undefined && this.#isSigned(note, known)) return known;
    // Its key may have been replaced.
    const current = known && (await logs.findAgain(origin));
    if (current === undefined) {
      const detail = `This registry is no witness of the log ${quote(origin)}: none of its upstreams says that it is its own.`;
      throw new RegistryError('not_found', { detail });
    }
    if (this.#isSigned(note, current)) return current;
    throw new RegistryError('head_not_signed', {
      detail: `No key that ${current.url} names for its log has signed the head, or a signature is bad.`,
    });
  }

  #isSigned(note: Note, log: WitnessedLog): boolean {
    try {
      verifyNote(this.#deps.verifiers, note, keysOf(log));
      return true;
    } catch (error) {
      if (error instanceof TlogError) return false;
      throw error;
    }
  }

  async #cosign(log: WitnessedLog, { note, head }: CosignRequest): Promise<Cosigned> {
    const { store, cosigner, now } = this.#deps;
    const { text } = note;
    const atMs = now();
    const cosignature = cosign(cosigner, text, Math.floor(atMs / 1000));
    const cosigned = { kind: 'cosigned', text: formatCosignatures([cosignature]) } as const;
    // What is stored says so already. Everybody can read the head, so strangers would make a commit with each request.
    if (head.size === log.size && log.note !== undefined) return cosigned;
    const signatures = [...signaturesOf(log, note), cosignature];
    const next = { size: head.size, note: formatNote({ text, signatures }), atMs };
    if (await store.advanceWitnessedLog(log.origin, log.size, next)) return cosigned;
    // Another request was faster.
    const current = await store.findWitnessedLog(log.origin);
    return { kind: 'conflict', size: current?.size ?? 0 };
  }
}
