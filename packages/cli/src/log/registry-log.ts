// The log of one registry, as one command sees it: whose signature counts, and what the newest head is.
import {
  checkVersionProof,
  type ExpectedVersion,
  findAnnouncedKeys,
  hasUnknownSignature,
  isAborted,
  isNotFound,
  LogError,
  type LoggedVersion,
  type RegistryClient,
  type RegistryLogDescription,
  RegistryRequestError,
  type SignedHead,
  type VersionItem,
} from '@prime-registry/client';
import { TlogError } from '@prime-registry/tlog';
import { CommandError } from '../errors/command-error.ts';
import { NODE_CRYPTO } from './node-crypto.ts';
import { ProofsAhead } from './proofs-ahead.ts';
import { HeadFile } from './state/head-file.ts';
import type { KnownLogsFile } from './state/known-logs.ts';
import { SeenHead } from './state/seen-head.ts';
import { type LogTrust, preferPolicy, type TrustSources } from './trust/find-trust.ts';
import { rememberKeys, requireOwnName } from './trust/remember-keys.ts';
import { findWitnessed, unlessUnwitnessed, WitnessWait } from './witness-wait.ts';

/** What was read, and whose signature counted: a key may have been learned meanwhile. */
interface Trusted<T> {
  readonly read: T;
  readonly trust: LogTrust;
}

/** What a registry log works with. */
export interface RegistryLogDeps {
  readonly stateFolder: string;
  readonly knownLogs: KnownLogsFile;
  readonly policy: TrustSources['policy'];
  /** Whose signature counts, as far as the user and the project know. */
  readonly findKnownTrust: () => LogTrust | undefined;
  /** Called once with the key that is trusted from now on, because it is the first one. */
  readonly onFirstUse: (vkey: string) => void;
  /** Called with a key that an entry under a trusted head names: it is trusted from now on. */
  readonly onRotation: (vkey: string) => void;
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

/** A version to ask for. */
export interface AskedVersion extends ExpectedVersion {
  /** Whether the registry may not have it itself: a mirror that is full passes versions on. */
  readonly isMirrored?: boolean;
}

/** A version that a registry does not prove: it has no log, or the log does not have the version yet. */
export interface UnprovedVersion {
  readonly state: 'no-log' | 'not-yet';
}

/** A registry without a log may answer anything to a path that it does not know, but it answers. */
function isNoLog(error: unknown): boolean {
  if (!(error instanceof RegistryRequestError) || isAborted(error)) return false;
  return error.reason === 'status' || error.reason === 'malformed';
}

/** Checks the log of one registry. Its methods throw LogError for what is wrong with it, and RegistryRequestError. */
export class RegistryLog {
  readonly client: RegistryClient;
  readonly #deps: RegistryLogDeps;
  readonly #heads: SeenHead;
  readonly #witnesses: WitnessWait;
  readonly #ahead: ProofsAhead;
  /** The last head of a proof, and the trust in which it was accepted. */
  #accepted: { readonly note: string; readonly trust: LogTrust; readonly done: Promise<void> } | undefined;
  #trust: Promise<LogTrust | undefined> | undefined;
  /** The search for keys that the log has announced. One in a command is enough. */
  #learning: Promise<boolean> | undefined;

  constructor(client: RegistryClient, deps: RegistryLogDeps) {
    this.client = client;
    this.#deps = deps;
    this.#heads = new SeenHead(client, deps);
    this.#witnesses = new WitnessWait(client);
    this.#ahead = new ProofsAhead(client);
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
    if ((await this.findTrust(signal)) === undefined) return { state: 'no-log' };
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
      throw this.#missing(`does not prove that ${name} ${version} is in it`);
    }
  }

  /** Checks a proof that the registry has given. @throws CommandError `log_missing` */
  async checkProof(proof: string, expected: ExpectedVersion, signal: AbortSignal): Promise<ProvedVersion> {
    const { read: checked, trust } = await this.#readTrusted(
      await this.#requireTrust(signal),
      ({ readHead }) => checkVersionProof(proof, expected, readHead, NODE_CRYPTO),
      signal,
    );
    await this.#acceptOnce(checked.head, trust, signal);
    return {
      state: 'logged',
      ...checked,
      proof,
      vkeys: (await this.findTrust(signal))?.vkeys ?? trust.vkeys,
    };
  }

  /** The newest head, if it is one to trust; undefined if there is no log. @throws CommandError `log_missing` */
  async readHead(signal: AbortSignal): Promise<SignedHead | undefined> {
    const known = await this.findTrust(signal);
    if (known === undefined) return undefined;
    const { read: head, trust } = await this.#findHead(known, signal);
    await this.#accept(head, trust, signal);
    return head;
  }

  /** The newest head that is believed: with a policy, perhaps one that witnesses have cosigned before. */
  async #findHead(known: LogTrust, signal: AbortSignal): Promise<Trusted<SignedHead>> {
    const read = (note: string) => this.#readTrusted(known, ({ readHead }) => readHead(note), signal);
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
    const trust = await this.#requireTrust(signal);
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
    const { readSignedHead } = await this.#requireTrust(signal);
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

  /**
   * Reads what a trusted key must have signed. If it is signed by another one, the head that this user has seen last may
   * have the entry that announced it.
   */
  async #readTrusted<T>(
    trust: LogTrust,
    read: (trust: LogTrust) => T,
    signal: AbortSignal,
  ): Promise<Trusted<T>> {
    try {
      return { read: read(trust), trust };
    } catch (error) {
      if (!(error instanceof LogError) || error.finding !== 'untrusted-key') throw error;
      const seen = this.#findSeen(trust);
      if (seen === undefined || !(await this.#learn(seen, trust, signal))) throw error;
      const learned = await this.#requireTrust(signal);
      return { read: read(learned), trust: learned };
    }
  }

  /** The newest head that this user has seen, if a trusted key has signed it. */
  #findSeen({ vkeys, readHead }: LogTrust): SignedHead | undefined {
    const [origin] = vkeys[0]?.split('+') ?? [];
    const note = origin === undefined ? undefined : new HeadFile(this.#deps.stateFolder, origin).read();
    try {
      return note === undefined ? undefined : readHead(note);
    } catch (error) {
      if (error instanceof LogError) return undefined;
      throw error;
    }
  }

  /** @returns whether there is another key to trust now */
  #learn(head: SignedHead, { vkeys }: LogTrust, signal: AbortSignal): Promise<boolean> {
    this.#learning ??= findAnnouncedKeys(this.client, { head, vkeys }, NODE_CRYPTO, signal).then(
      (announced) => {
        for (const vkey of announced) this.#deps.onRotation(vkey);
        if (announced.length > 0) this.#trust = undefined;
        return announced.length > 0;
      },
    );
    return this.#learning;
  }

  /** Whose signature counts; undefined if there is no log. Asks the registry if nothing is known of it. */
  findTrust(signal: AbortSignal): Promise<LogTrust | undefined> {
    this.#trust ??= this.#findTrust(signal);
    return this.#trust;
  }

  async #findTrust(signal: AbortSignal): Promise<LogTrust | undefined> {
    const known = this.#deps.findKnownTrust();
    if (known !== undefined) return known;
    const description = await this.describe(signal);
    const [vkey] = description?.vkeys ?? [];
    if (vkey === undefined) return undefined;
    try {
      return { ...preferPolicy(this.#deps.policy, [vkey]), vkeys: [vkey], source: 'first-use' };
    } catch (error) {
      if (!(error instanceof TlogError)) throw error;
      throw new LogError('malformed', `the key of the log is none: ${error.message}`, { cause: error });
    }
  }

  /** What the registry says of its log; undefined if it has none. */
  async describe(signal: AbortSignal): Promise<RegistryLogDescription | undefined> {
    try {
      return await this.client.log({ signal });
    } catch (error) {
      if (isNoLog(error)) return undefined;
      throw error;
    }
  }

  async #requireTrust(signal: AbortSignal): Promise<LogTrust> {
    const trust = await this.findTrust(signal);
    if (trust !== undefined) return trust;
    throw this.#missing('does not describe it');
  }

  async #readCheckpoint(signal: AbortSignal): Promise<string> {
    try {
      return await this.client.logCheckpoint({ signal });
    } catch (error) {
      if (isNotFound(error)) throw this.#missing('shows no head of it');
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
    // Another check of the same command may have done it meanwhile.
    const first =
      isNew && knownLogs.find(registry) === undefined
        ? rememberKeys({ registry, head, trust }, knownLogs)
        : undefined;
    if (first !== undefined && source === 'first-use') onFirstUse(first);
    // While two keys sign, so that the user never meets one alone that is not known.
    if (vkeys.length > 0 && hasUnknownSignature({ head, vkeys }, NODE_CRYPTO))
      await this.#learn(head, trust, signal);
  }

  #missing(predicate: string): CommandError {
    const { baseUrl } = this.client;
    return new CommandError(`${baseUrl} has a transparency log, but ${predicate}`, {
      code: 'log_missing',
      hint: `do not install from it, and ask the operator. If the log was given up for good, remove its lines from ${this.#deps.knownLogs.path} and .primes/logs.txt`,
    });
  }
}
