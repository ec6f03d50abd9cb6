// The transparency log of the registry under test: its answers, and the version that the run has published to be found
// in it. Each is made once.
import { formOf, makeRelease, type Release } from '../fixtures/fixture.ts';
import { type Exchange, isAccepted, isJsonObject, type JsonObject, jsonOf } from '../http/exchange.ts';
import { CHECKPOINT_PATH, LOG_PATH, proofPath } from '../http/paths.ts';
import { type Checkpoint, type ProofFile, readCheckpoint, readProofFile } from '../log/note.ts';
import { precondition, Unmet } from '../outcome.ts';
import { once } from './once.ts';
import type { Session } from './session.ts';

/** A version in the log, and the answer to its publish. */
export interface LoggedRelease {
  readonly release: Release;
  readonly exchange: Exchange;
}

/** A proof, its checkpoint and the answer that has it. */
export interface GivenProof {
  readonly exchange: Exchange;
  readonly file: ProofFile;
  readonly checkpoint: Checkpoint;
}

export class Logbook {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The description of the log; it also shows whether there is one. */
  readonly descriptionAnswer: () => Promise<Exchange> = once(() => this.#session.read(LOG_PATH));

  /** The verifier keys of the log. @throws {Unmet} if the description has none */
  async vkeys(): Promise<readonly string[]> {
    const { vkeys } = await this.#description();
    const given = Array.isArray(vkeys) ? vkeys.filter((vkey) => typeof vkey === 'string') : [];
    if (given.length === 0) throw new Unmet('the description of the log has no vkeys');
    return given;
  }

  /** The name of the log. @throws {Unmet} if the description has none */
  async origin(): Promise<string> {
    const { origin } = await this.#description();
    if (typeof origin !== 'string') throw new Unmet('the description of the log has no origin');
    return origin;
  }

  /** A version that was published for the log. */
  readonly published: () => Promise<LoggedRelease> = once(async () => {
    const release = this.another();
    const exchange = await this.#session.publish(formOf(release));
    if (!isAccepted(exchange)) throw new Unmet(`a publish was answered with ${exchange.status}`);
    return { release, exchange };
  });

  /** A new version, by whose publish the log grows. */
  another(): Release {
    return makeRelease(this.#session.newName('logged'), '1.0.0');
  }

  /** What the receipt of that publish says about the log. @throws {Unmet} if it says nothing */
  async receipt(): Promise<{ readonly exchange: Exchange; readonly log: JsonObject }> {
    const { exchange } = await this.published();
    const { log } = await precondition('the receipt', () => jsonOf(exchange));
    if (!isJsonObject(log)) throw new Unmet('the receipt has no log');
    return { exchange, log };
  }

  /** The proof in the receipt. @throws {Unmet} if it cannot be read */
  async receiptProof(): Promise<GivenProof> {
    const { exchange, log } = await this.receipt();
    return openProof(exchange, String(log.proof));
  }

  /** The answer with the proof of that version. */
  readonly proofAnswer: () => Promise<Exchange> = once(async () => {
    const { release } = await this.published();
    return this.#session.read(proofPath(release));
  });

  /** That proof. @throws {Unmet} if it cannot be read */
  async proof(): Promise<GivenProof> {
    const exchange = await this.proofAnswer();
    return openProof(exchange, exchange.body.toString());
  }

  /** The newest checkpoint, after that publish. */
  readonly checkpointAnswer: () => Promise<Exchange> = once(async () => {
    await this.published();
    return this.#session.read(CHECKPOINT_PATH);
  });

  /** That checkpoint. @throws {Unmet} if it cannot be read */
  async checkpoint(): Promise<Checkpoint> {
    return openCheckpoint(await this.checkpointAnswer());
  }

  async #description(): Promise<JsonObject> {
    const exchange = await this.descriptionAnswer();
    return precondition('the description of the log', () => jsonOf(exchange));
  }
}

/** A checkpoint that another check examines. @throws {Unmet} if it cannot be read */
export function openCheckpoint({ status, body }: Exchange): Checkpoint {
  const checkpoint = status === 200 ? readCheckpoint(body.toString()) : undefined;
  if (checkpoint === undefined) throw new Unmet('the checkpoint cannot be read');
  return checkpoint;
}

function openProof(exchange: Exchange, text: string): GivenProof {
  const file = readProofFile(text);
  const checkpoint = file && readCheckpoint(file.checkpoint);
  if (checkpoint === undefined || file === undefined) throw new Unmet('the proof cannot be read');
  return { exchange, file, checkpoint };
}
