// Has the log cosigned in the background of a server. Every process looks whether the log has grown, and the one that gets
// the lease asks the witnesses. A publish waits for none of them.
import { ChangeWatch, Lease } from '@prime-registry/concurrency';
import type { LeaseStore, WitnessProgress, WitnessStore } from '@prime-registry/store';
import { formatNote, type NoteSignature, parseNote, type VerifierKey } from '@prime-registry/tlog';
import { isLogHalted } from '../../log/halted.ts';
import { type AskDeps, type AskOutcome, askWitness, type HeadToCosign } from './ask-witness.ts';
import { planRound, progressAfterFailure, progressAfterSuccess } from './plan-round.ts';
import type { WitnessClient } from './witness-client.ts';

/** A witness that an operator has configured. */
export interface ConfiguredWitness {
  readonly vkey: string;
  readonly key: VerifierKey;
  readonly client: WitnessClient;
}

export interface WitnessFeederDeps extends Omit<AskDeps, 'client'> {
  readonly store: LeaseStore & Pick<WitnessStore, 'listWitnesses' | 'noteCosignatures'>;
  /** A number that every commit of any process changes. */
  readonly changeStamp: () => number | Promise<number>;
  /** The newest signed head. @throws RegistryError `log_halted`, `storage_unavailable` */
  readonly newestHead: () => Promise<HeadToCosign>;
  readonly witnesses: readonly ConfiguredWitness[];
  /** The shortest time between two heads, in milliseconds. */
  readonly intervalMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called for each answer, with its problem if there is one. */
  readonly onOutcome: (witness: ConfiguredWitness, outcome: AskOutcome) => void;
  /** Called when feeding fails here, once until it works: it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** The time between two looks at the store. */
const LOOK_EVERY_MS = 1000;
/** The same while something fails here, such as the database. */
const FAILED_LOOK_MS = 10_000;
/** Longer than a round: two requests, and a look at the head that a witness shows, of 5 s each. */
const LEASE_MS = 30_000;

/** The feeder of one process. */
export class WitnessFeeder {
  readonly #deps: WitnessFeederDeps;
  readonly #lease: Lease;
  readonly #watch: ChangeWatch;
  /** At each start, witnesses are asked even if the log has not grown: one may have seen more of it than the database has. */
  #hasAsked = false;

  constructor(deps: WitnessFeederDeps) {
    this.#deps = deps;
    const { store, now, changeStamp, onFailure } = deps;
    this.#watch = new ChangeWatch({
      ...{ changeStamp, now, onFailure },
      look: () => this.#feed(),
      everyMs: () => LOOK_EVERY_MS,
      failedEveryMs: FAILED_LOOK_MS,
    });
    this.#lease = new Lease({ ...{ store, now }, name: 'witnesses', leaseMs: LEASE_MS, renewAfterMs: 0 });
  }

  /** Begins to look. Call it once. */
  start(): void {
    this.#watch.start();
  }

  /** Stops; requests under way are ended. */
  async close(): Promise<void> {
    const closed = this.#watch.close();
    await Promise.all(this.#deps.witnesses.map(({ client }) => client.close()));
    await closed;
  }

  /** @returns when somebody is to be asked next */
  async #feed(): Promise<number> {
    const head = await this.#findHead();
    if (head === undefined) return Number.POSITIVE_INFINITY;
    const { ask, nextAtMs } = await this.#plan(head);
    if (ask.length === 0) return nextAtMs;
    // What another process asks for now is looked at again with its commit.
    if (!(await this.#lease.hold())) return this.#deps.now() + LEASE_MS;
    try {
      // Another process may have asked in the meantime.
      await this.#ask((await this.#plan(head)).ask, head);
      return 0;
    } finally {
      await this.#lease.end();
    }
  }

  /** The newest head; undefined if the log is halted, as nothing is signed then. */
  async #findHead(): Promise<HeadToCosign | undefined> {
    try {
      return await this.#deps.newestHead();
    } catch (error) {
      if (!isLogHalted(error)) throw error;
      return undefined;
    }
  }

  /** Who is asked for a head now, and when the next one is. */
  async #plan({ size }: HeadToCosign): Promise<ReturnType<typeof planRound>> {
    const { store, witnesses, now, intervalMs } = this.#deps;
    const known = new Map((await store.listWitnesses()).map((progress) => [progress.vkey, progress]));
    const all = witnesses.map(({ vkey }) => known.get(vkey) ?? { ...NEW, vkey });
    return !this.#hasAsked && size > 0 ? { ask: all, nextAtMs: 0 } : planRound(all, size, now(), intervalMs);
  }

  async #ask(asked: readonly WitnessProgress[], head: HeadToCosign): Promise<void> {
    if (asked.length === 0) return;
    const { store, witnesses, now, intervalMs, onOutcome } = this.#deps;
    const answers = await Promise.all(
      witnesses.flatMap((witness) => {
        const before = asked.find(({ vkey }) => vkey === witness.vkey);
        return before === undefined ? [] : [this.#askOne(witness, before, head)];
      }),
    );
    if (this.#watch.isClosed) return;
    this.#hasAsked = true;
    const nowMs = now();
    const progress: WitnessProgress[] = [];
    const cosignatures: NoteSignature[] = [];
    for (const { witness, before, outcome } of answers) {
      onOutcome(witness, outcome);
      if (outcome.kind === 'cosigned') {
        progress.push(progressAfterSuccess(before, head.size, nowMs, intervalMs));
        cosignatures.push(...outcome.cosignatures);
      } else progress.push(progressAfterFailure(before, outcome.problem, nowMs, intervalMs));
    }
    const { text } = parseNote(head.note);
    const note = cosignatures.length === 0 ? undefined : formatNote({ text, signatures: cosignatures });
    await store.noteCosignatures(
      progress,
      note === undefined ? undefined : { size: head.size, note, atMs: nowMs },
    );
  }

  async #askOne(witness: ConfiguredWitness, before: WitnessProgress, head: HeadToCosign) {
    const { client, key } = witness;
    const outcome = await askWitness({ ...this.#deps, client }, key, before, head);
    return { witness, before, outcome };
  }
}

/** A witness that was never asked. */
const NEW = { size: 0, cosignedAtMs: undefined, failures: 0, nextAtMs: 0, problem: undefined } as const;
