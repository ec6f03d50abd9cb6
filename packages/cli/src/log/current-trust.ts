// Whose signature counts for the log of one registry, as one command sees it: a command may learn a key on the way.
import {
  findAnnouncedKeys,
  isAborted,
  LogError,
  type RegistryClient,
  type RegistryLogDescription,
  RegistryRequestError,
  type SignedHead,
} from '@prime-registry/client';
import { TlogError } from '@prime-registry/tlog';
import { ignore, isA, unless } from '../errors/expected.ts';
import { logMissing } from './log-missing.ts';
import { NODE_CRYPTO } from './node-crypto.ts';
import { HeadFile } from './state/head-file.ts';
import type { KnownLogsFile } from './state/known-logs.ts';
import { type LogTrust, preferPolicy, type TrustSources } from './trust/find-trust.ts';

export interface CurrentTrustDeps {
  readonly stateFolder: string;
  readonly knownLogs: KnownLogsFile;
  readonly policy: TrustSources['policy'];
  /** Whose signature counts, as far as the user and the project know. */
  readonly findKnownTrust: () => LogTrust | undefined;
  /** Called with a key that an entry under a head names, and those that were trusted for the head: it is trusted from now on. */
  readonly onRotation: (vkey: string, announcedBy: readonly string[]) => void;
}

/** What was read, and whose signature counted: a key may have been learned since. */
export interface Trusted<T> {
  readonly read: T;
  readonly trust: LogTrust;
}

/** Statuses that say nothing: the same request may be answered later. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A registry without a log may answer anything to a path that it does not know, but it answers. */
function isNoLog(error: unknown): boolean {
  if (!(error instanceof RegistryRequestError) || isAborted(error)) return false;
  const { reason, status = 0 } = error;
  return !PASSING.has(status) && (reason === 'status' || reason === 'malformed');
}

/** Its methods throw LogError for what is wrong with the log, and RegistryRequestError. */
export class CurrentTrust {
  readonly #client: RegistryClient;
  readonly #deps: CurrentTrustDeps;
  #trust: Promise<LogTrust | undefined> | undefined;
  /** The search for keys that the log has announced. One in a command is enough. */
  #learning: Promise<boolean> | undefined;

  constructor(client: RegistryClient, deps: CurrentTrustDeps) {
    this.#client = client;
    this.#deps = deps;
  }

  /**
   * Reads what a trusted key must have signed. If it is signed by another one, the head that this user has seen last may
   * have the entry that announced it.
   */
  async read<T>(trust: LogTrust, read: (trust: LogTrust) => T, signal: AbortSignal): Promise<Trusted<T>> {
    try {
      return { read: read(trust), trust };
    } catch (error) {
      if (!(error instanceof LogError) || error.finding !== 'untrusted-key') throw error;
      const seen = this.#findSeen(trust);
      if (seen === undefined || !(await this.learn(seen, trust, signal))) throw error;
      const learned = await this.require(signal);
      return { read: read(learned), trust: learned };
    }
  }

  /** The newest head that this user has seen, if a trusted key has signed it. */
  #findSeen({ vkeys, readHead }: LogTrust): SignedHead | undefined {
    const [origin] = vkeys[0]?.split('+') ?? [];
    const note = origin === undefined ? undefined : new HeadFile(this.#deps.stateFolder, origin).read();
    return note === undefined ? undefined : unless(isA(LogError), () => readHead(note));
  }

  /**
   * Looks for keys that entries under a head have announced.
   * @returns whether there is another key to trust now
   */
  learn(head: SignedHead, { vkeys }: LogTrust, signal: AbortSignal): Promise<boolean> {
    this.#learning ??= findAnnouncedKeys(this.#client, { head, vkeys }, NODE_CRYPTO, signal).then(
      (announced) => {
        for (const vkey of announced) this.#deps.onRotation(vkey, vkeys);
        if (announced.length > 0) this.#trust = undefined;
        return announced.length > 0;
      },
    );
    return this.#learning;
  }

  /** Forgets whose signature counts, for a command that runs for long: another command may have changed it. */
  forget(): void {
    this.#trust = undefined;
  }

  /** Whose signature counts; undefined if there is no log. Asks the registry if nothing is known about it. */
  find(signal: AbortSignal): Promise<LogTrust | undefined> {
    this.#trust ??= this.#find(signal);
    return this.#trust;
  }

  async #find(signal: AbortSignal): Promise<LogTrust | undefined> {
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

  /** What the registry says about its log; undefined if it has none. */
  describe(signal: AbortSignal): Promise<RegistryLogDescription | undefined> {
    return this.#client.log({ signal }).catch(ignore(isNoLog));
  }

  /** @throws CommandError `log_missing` */
  async require(signal: AbortSignal): Promise<LogTrust> {
    const trust = await this.find(signal);
    if (trust !== undefined) return trust;
    throw logMissing({
      registry: this.#client.baseUrl,
      knownLogs: this.#deps.knownLogs.path,
      predicate: 'does not describe it',
    });
  }
}
