// The log of one registry, as one command sees it: whose signature counts, and what the newest head is.
import {
  checkVersionProof,
  type ExpectedVersion,
  hasUnknownSignature,
  isNotFound,
  type LoggedVersion,
  type RegistryClient,
  type RegistryLogDescription,
  type RegistryRequestError,
  type SignedHead,
  type VersionItem,
} from '@prime-registry/client';
import { CurrentTrust, type CurrentTrustDeps, type Trusted } from './current-trust.ts';
import { logMissing } from './log-missing.ts';
import { NODE_CRYPTO } from './node-crypto.ts';
import { ProofsAhead } from './proofs-ahead.ts';
import { SeenHead } from './state/seen-head.ts';
import type { LogTrust } from './trust/find-trust.ts';
import { confirmKeys, rememberKeys, requireOwnName } from './trust/remember-keys.ts';
import { findWitnessed, unlessUnwitnessed, WitnessWait } from './witness-wait.ts';

export interface RegistryLogDeps extends CurrentTrustDeps {
  /** Called once with the key that is trusted from now on, because it is the first one. */
  readonly onFirstUse: (vkey: string) => void;
  readonly onStale: (text: string) => void;
}

/** A version in the log of a registry. */
export interface ProvedVersion extends LoggedVersion {
  readonly state: 'logged';
  /** The proof, as text. */
  readonly proof: string;
  /** The keys that were trusted; none if a policy was. */
  readonly vkeys: readonly string[];
}

export interface AskedVersion extends ExpectedVersion {
  /** Whether the registry may not have it itself: a mirror that is full passes versions on. */
  readonly isMirrored?: boolean;
}

/** A version that a registry does not prove: it has no log, or the log does not have the version yet. */
export interface UnprovedVersion {
  readonly state: 'no-log' | 'not-yet';
}

/** Checks the log of one registry. Its methods throw LogError for what is wrong with it, and RegistryRequestError. */
export class RegistryLog {
  readonly client: RegistryClient;
  readonly #deps: RegistryLogDeps;
  readonly #trust: CurrentTrust;
  readonly #heads: SeenHead;
  readonly #witnesses: WitnessWait;
  readonly #ahead: ProofsAhead;
  /** The last head of a proof, and the trust in which it was accepted. */
  #accepted: { readonly note: string; readonly trust: LogTrust; readonly done: Promise<void> } | undefined;

  constructor(client: RegistryClient, deps: RegistryLogDeps) {
    this.client = client;
    this.#deps = deps;
    this.#trust = new CurrentTrust(client, deps);
    this.#heads = new SeenHead(client, deps);
    this.#witnesses = new WitnessWait(client);
    this.#ahead = new ProofsAhead(client);
  }

  /** Whose signature counts; undefined if there is no log. Asks the registry if nothing is known about it. */
  findTrust(signal: AbortSignal): Promise<LogTrust | undefined> {
    return this.#trust.find(signal);
  }

  /** Finds out again whose signature counts, with the next head: another command may have changed it. */
  forgetTrust(): void {
    this.#trust.forget();
  }

  /** What the registry says about its log; undefined if it has none. */
  describe(signal: AbortSignal): Promise<RegistryLogDescription | undefined> {
    return this.#trust.describe(signal);
  }

  /** Announces versions that will be checked, so that one request brings the proofs of many. */
  expectVersions(versions: readonly VersionItem[]): void {
    this.#ahead.expect(versions);
  }

  /**
   * Asks for the proof of a version, and checks it. Waits some seconds for the witnesses of a policy.
   * @throws CommandError `log_missing`, `log_unwitnessed`
   */
  async checkVersion(expected: AskedVersion, signal: AbortSignal): Promise<ProvedVersion | UnprovedVersion> {
    if ((await this.#trust.find(signal)) === undefined) return { state: 'no-log' };
    const proof = await this.#readProof(expected, signal);
    if (typeof proof !== 'string') return proof;
    return unlessUnwitnessed(this.checkProof(proof, expected, signal), () =>
      this.#waitForWitnesses(proof, expected, signal),
    );
  }

  async #readProof(
    { name, version, isMirrored }: AskedVersion,
    signal: AbortSignal,
  ): Promise<string | UnprovedVersion> {
    try {
      const ahead = await this.#ahead.take({ name, version }, signal);
      return ahead ?? (await this.client.logProof(name, version, { signal }));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (error.code === 'not_logged_yet' || isMirrored === true) return { state: 'not-yet' };
      // Perhaps it has begun another log, or lost entries.
      await this.readHead(signal);
      throw this.#missing(`does not prove that ${name} ${version} is in it`, error);
    }
  }

  /** Checks a proof that the registry has given. @throws CommandError `log_missing` */
  async checkProof(proof: string, expected: ExpectedVersion, signal: AbortSignal): Promise<ProvedVersion> {
    const { read: checked, trust } = await this.#trust.read(
      await this.#trust.require(signal),
      ({ readHead }) => checkVersionProof(proof, expected, readHead, NODE_CRYPTO),
      signal,
    );
    await this.#acceptOnce(checked.head, trust, signal);
    return {
      state: 'logged',
      ...checked,
      proof,
      vkeys: (await this.#trust.find(signal))?.vkeys ?? trust.vkeys,
    };
  }

  /** The newest head, if it is one to trust; undefined if there is no log. @throws CommandError `log_missing` */
  async readHead(signal: AbortSignal): Promise<SignedHead | undefined> {
    const known = await this.#trust.find(signal);
    if (known === undefined) return undefined;
    const { read: head, trust } = await this.#findHead(known, signal);
    await this.#accept(head, trust, signal);
    return head;
  }

  /** The newest head that is believed: with a policy, perhaps one that witnesses have cosigned before. */
  async #findHead(known: LogTrust, signal: AbortSignal): Promise<Trusted<SignedHead>> {
    const read = (note: string) => this.#trust.read(known, ({ readHead }) => readHead(note), signal);
    return unlessUnwitnessed(read(await this.#readCheckpoint(signal)), async (error) => {
      for (const size of await this.#witnesses.listSizes(signal)) {
        const head = await findWitnessed(read(await this.client.logCheckpoint({ size, signal })));
        if (head !== undefined) return head;
      }
      throw this.#witnesses.explain(error);
    });
  }

  /**
   * Checks what a registry proves right after a publish: witnesses have not seen it yet, so the head is not remembered
   * unless they have.
   * @throws CommandError `log_missing`
   */
  async checkReceipt(proof: string, expected: ExpectedVersion, signal: AbortSignal): Promise<LoggedVersion> {
    const trust = await this.#trust.require(signal);
    return unlessUnwitnessed(this.checkProof(proof, expected, signal), async () =>
      checkVersionProof(proof, expected, trust.readSignedHead, NODE_CRYPTO),
    );
  }

  /** Asks for proofs in heads that witnesses have cosigned, until one is believed. @throws CommandError `log_unwitnessed` */
  async #waitForWitnesses(
    proof: string,
    expected: AskedVersion,
    signal: AbortSignal,
  ): Promise<ProvedVersion> {
    const { name, version } = expected;
    const { readSignedHead } = await this.#trust.require(signal);
    const { index } = checkVersionProof(proof, expected, readSignedHead, NODE_CRYPTO);
    return this.#witnesses.wait(`${name} ${version}`, signal, async () => {
      for (const size of await this.#witnesses.listSizes(signal)) {
        if (size <= index) break;
        const older = await this.client.logProof(name, version, { size, signal });
        const proved = await findWitnessed(this.checkProof(older, expected, signal));
        if (proved !== undefined) return proved;
      }
      return undefined;
    });
  }

  async #readCheckpoint(signal: AbortSignal): Promise<string> {
    try {
      return await this.client.logCheckpoint({ signal });
    } catch (error) {
      if (isNotFound(error)) throw this.#missing('shows no head of it', error);
      throw error;
    }
  }

  /** All proofs of one install have the same head, as a rule. */
  #acceptOnce(head: SignedHead, trust: LogTrust, signal: AbortSignal): Promise<void> {
    if (this.#accepted?.note === head.note && this.#accepted.trust === trust) return this.#accepted.done;
    const accepted = { note: head.note, trust, done: this.#accept(head, trust, signal) };
    this.#accepted = accepted;
    accepted.done.catch(() => {
      if (this.#accepted === accepted) this.#accepted = undefined;
    });
    return accepted.done;
  }

  /** From now on this registry has a log, with this key and this head. */
  async #accept(head: SignedHead, trust: LogTrust, signal: AbortSignal): Promise<void> {
    const { knownLogs, onFirstUse } = this.#deps;
    const { vkeys, source } = trust;
    const { baseUrl: registry } = this.client;
    const isNew = vkeys.length > 0 && knownLogs.find(registry) === undefined;
    if (isNew) requireOwnName({ registry, head, trust }, knownLogs);
    await this.#heads.compare(head, signal);
    // Another check of the same command may have done it in the meantime.
    const first =
      isNew && knownLogs.find(registry) === undefined
        ? rememberKeys({ registry, head, trust }, knownLogs)
        : undefined;
    if (first !== undefined && source === 'first-use') onFirstUse(first);
    // The registry itself has now shown what only a mirror has said before.
    if (knownLogs.find(registry)?.source === 'mirror') confirmKeys(registry, knownLogs);
    // While two keys sign, so that the user never meets one alone that is not known.
    if (vkeys.length > 0 && hasUnknownSignature({ head, vkeys }, NODE_CRYPTO))
      await this.#trust.learn(head, trust, signal);
  }

  #missing(predicate: string, answer: RegistryRequestError): Error {
    const { baseUrl: registry } = this.client;
    return logMissing({ registry, knownLogs: this.#deps.knownLogs.path, predicate, answer });
  }
}
