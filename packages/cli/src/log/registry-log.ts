// The log of one registry, as one command sees it: whose signature counts, and what the newest head is.
import {
  checkVersionProof,
  type ExpectedVersion,
  isAborted,
  isNotFound,
  LogError,
  type LoggedVersion,
  type RegistryClient,
  type RegistryLogDescription,
  RegistryRequestError,
  type SignedHead,
  trustKeys,
} from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { TlogError } from '@prime-registry/tlog';
import { CommandError } from '../errors/command-error.ts';
import { NODE_CRYPTO } from './node-crypto.ts';
import type { KnownLogsFile } from './state/known-logs.ts';
import { SeenHead } from './state/seen-head.ts';
import { type LogTrust, preferPolicy, type TrustSources } from './trust/find-trust.ts';

/** What a registry log works with. */
export interface RegistryLogDeps {
  readonly stateFolder: string;
  readonly knownLogs: KnownLogsFile;
  readonly policy: TrustSources['policy'];
  /** Whose signature counts, as far as the user and the project know. */
  readonly findKnownTrust: () => LogTrust | undefined;
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

/** A version to ask for. */
export interface AskedVersion extends ExpectedVersion {
  /** Whether the registry may not have it itself: a mirror that is full passes versions on. */
  readonly isMirrored?: boolean;
}

/** A version that a registry does not prove: it has no log, or the log does not have the version yet. */
export interface UnprovedVersion {
  readonly state: 'no-log' | 'not-yet';
}

/** Whether a key has signed a head. */
function isSignedBy({ note }: SignedHead, vkey: string): boolean {
  try {
    trustKeys([vkey], NODE_CRYPTO)(note);
    return true;
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
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
  #trust: Promise<LogTrust | undefined> | undefined;

  constructor(client: RegistryClient, deps: RegistryLogDeps) {
    this.client = client;
    this.#deps = deps;
    this.#heads = new SeenHead(client, deps);
  }

  /** Asks for the proof of a version, and checks it. @throws CommandError `log_missing` */
  async checkVersion(expected: AskedVersion, signal: AbortSignal): Promise<ProvedVersion | UnprovedVersion> {
    if ((await this.findTrust(signal)) === undefined) return { state: 'no-log' };
    const proof = await this.#readProof(expected, signal);
    return typeof proof === 'string' ? this.checkProof(proof, expected, signal) : proof;
  }

  async #readProof(
    { name, version, isMirrored }: AskedVersion,
    signal: AbortSignal,
  ): Promise<string | UnprovedVersion> {
    try {
      return await this.client.logProof(name, version, { signal });
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
    const trust = await this.#requireTrust(signal);
    const checked = checkVersionProof(proof, expected, trust.readHead, NODE_CRYPTO);
    await this.#accept(checked.head, trust, signal);
    return { state: 'logged', ...checked, proof, vkeys: trust.vkeys };
  }

  /** The newest head, if it is one to trust; undefined if there is no log. @throws CommandError `log_missing` */
  async readHead(signal: AbortSignal): Promise<SignedHead | undefined> {
    const trust = await this.findTrust(signal);
    if (trust === undefined) return undefined;
    const head = trust.readHead(await this.#readCheckpoint(signal));
    await this.#accept(head, trust, signal);
    return head;
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
      return { readHead: preferPolicy(this.#deps.policy, [vkey]), vkeys: [vkey], source: 'first-use' };
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

  /** From now on this registry has a log, with this key and this head. */
  async #accept(head: SignedHead, { vkeys, source }: LogTrust, signal: AbortSignal): Promise<void> {
    const { knownLogs, onFirstUse } = this.#deps;
    const { baseUrl } = this.client;
    const isNew = vkeys.length > 0 && knownLogs.find(baseUrl) === undefined;
    if (isNew) this.#requireOwnName(head, vkeys);
    await this.#heads.compare(head, signal);
    if (!isNew) return;
    // After a rotation the project has the former key as well, with which nothing is signed any more.
    const [first, ...more] = vkeys.filter((vkey) => isSignedBy(head, vkey));
    if (first === undefined) return;
    knownLogs.add(baseUrl, first, 'first-use');
    for (const vkey of more) knownLogs.add(baseUrl, vkey, 'rotation');
    if (source === 'first-use') onFirstUse(first);
  }

  /**
   * What was seen of a log is remembered by its name: a registry that takes the name of another log would make that one
   * look like a liar.
   * @throws CommandError `log_key_conflict`
   */
  #requireOwnName({ origin }: SignedHead, vkeys: readonly string[]): void {
    const { baseUrl } = this.client;
    const other = this.#deps.knownLogs.findNamesake(baseUrl, origin);
    if (other === undefined || other.vkeys.some((vkey) => vkeys.includes(vkey))) return;
    throw new CommandError(
      toPrintable(
        `the log of ${baseUrl} calls itself ${origin}, as that of ${other.registry} does, and has another key`,
      ),
      {
        code: 'log_key_conflict',
        hint: `do not install from it. One of both is not what it says: ask the operators for their keys; 'prime log trust <registry> <key>' decides`,
      },
    );
  }

  #missing(predicate: string): CommandError {
    const { baseUrl } = this.client;
    return new CommandError(`${baseUrl} has a transparency log, but ${predicate}`, {
      code: 'log_missing',
      hint: `do not install from it, and ask the operator. If the log was given up for good, remove its lines from ${this.#deps.knownLogs.path} and .primes/logs.txt`,
    });
  }
}
