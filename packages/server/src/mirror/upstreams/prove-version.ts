// Asks an upstream for the proof that a version is in its log, or in that of the registry behind it, and verifies it.
import {
  checkVersionProof,
  findAnnouncedKeys,
  hasUnknownSignature,
  LogError,
  RegistryClient,
  type RegistryClientOptions,
  RegistryRequestError,
  type ShownOriginProof,
  trustKeys,
} from '@prime-registry/client';
import { parseRegistryUrl, quote, RegistryError } from '@prime-registry/protocol';
import type { OriginProof } from '@prime-registry/store';
import { parseNote, parseProofFile, parseVerifierKey, TlogError } from '@prime-registry/tlog';
import type { Ask } from './ask-upstream.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { explainProof } from './explain-proof.ts';
import { LOG_CRYPTO } from './log-crypto.ts';
import type { LogHashes } from './seen-log.ts';
import type { ToldVersion, Upstream } from './upstream.ts';
import type { UpstreamLogs } from './upstream-logs.ts';

export interface ProverDeps {
  readonly ask: Ask;
  /** The options of clients. */
  readonly options: RegistryClientOptions;
  /** Undefined in a process that keeps nothing: it asks for no proofs. */
  readonly logs: UpstreamLogs | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** The longest proof that is kept, in characters: an entry of 16 KiB, its hashes, and a head with cosignatures. */
const MAX_PROOF_LENGTH = 32 * 1024;

/** How long an upstream is not asked again that had no log, in milliseconds. */
const NO_LOG_MS = 300_000;

/** How long a registry may think about whether it has a log, in milliseconds: readers wait for it. */
const FIRST_LOOK_MS = 3000;

/** Signatures of unknown keys cost no more than one search in this time, in milliseconds. */
const LEARN_EVERY_MS = 60_000;

const NOT_YET = 'not-yet';

/** An answer, with the size from which hashes were asked for. */
interface AnsweredProof extends ShownOriginProof {
  readonly from: number | undefined;
}

/** Creates the function for one upstream. */
export function createProver({
  ask,
  options,
  logs,
  now = () => performance.now(),
}: ProverDeps): Upstream['proveVersion'] {
  const { baseUrl: url } = options;
  const { timeoutMs = FIRST_LOOK_MS } = options;
  const client = new RegistryClient(options);
  const hasty = new RegistryClient({ ...options, timeoutMs: Math.min(timeoutMs, FIRST_LOOK_MS) });
  // A log that fails must not block the Primes of an upstream that was never known to have one.
  const breaker = new CircuitBreaker();
  let noLogUntilMs = Number.NEGATIVE_INFINITY;
  let learnsAgainAtMs = Number.NEGATIVE_INFINITY;
  let learning: Promise<readonly string[]> = Promise.resolve([]);

  const askOnce = async (name: string, version: string, asked = client) => {
    const from = await logs?.of(url).findSize();
    return ask(async () => {
      try {
        return { ...(await asked.originProof(name, version, { from })), from };
      } catch (error) {
        if (error instanceof RegistryRequestError && error.code === 'not_logged_yet') return NOT_YET;
        throw error;
      }
    }, breaker);
  };

  /** The proof, and the key, of a log that nobody here has seen yet. */
  const lookFirst = async (name: string, version: string) => {
    const answer = await askOnce(name, version, hasty);
    if (answer === undefined || answer === NOT_YET) return answer;
    // A registry without a log may answer anything to a path that it does not know.
    parseProofFile(answer.proof);
    if (answer.registry !== undefined) return answer;
    const [vkey] = (await hasty.log()).vkeys;
    return vkey === undefined ? undefined : { ...answer, vkey };
  };

  /** The same for an upstream without a known log: every failure means that it has none. */
  const askFirst = async (name: string, version: string) => {
    if (now() < noLogUntilMs) return undefined;
    const answer = await lookFirst(name, version).catch(() => undefined);
    if (answer === undefined) noLogUntilMs = now() + NO_LOG_MS;
    return answer;
  };

  /** Looks for keys that the log has announced, now and then. @returns the trusted keys from now on */
  const learn = async (known: UpstreamLogs): Promise<readonly string[]> => {
    if (now() >= learnsAgainAtMs) {
      learnsAgainAtMs = now() + LEARN_EVERY_MS;
      learning = known
        .learnKeys(url, (head) => findAnnouncedKeys(client, head, LOG_CRYPTO))
        .catch((error) => {
          // It has failed here, and not at the upstream.
          learnsAgainAtMs = Number.NEGATIVE_INFINITY;
          throw error;
        });
    }
    return learning;
  };

  const verify = async (
    known: UpstreamLogs,
    answer: AnsweredProof,
    told: ToldVersion,
  ): Promise<OriginProof | typeof NOT_YET> => {
    const { proof, registry } = answer;
    const logUrl = registry === undefined ? url : readRegistry(registry);
    if (logUrl !== url && !told.isMirrored) {
      throw new LogError(
        'other-log',
        `it is said to be published there, and the proof is of the log of ${logUrl}`,
      );
    }
    if (proof.length > MAX_PROOF_LENGTH)
      throw new LogError('malformed', `the proof has more than ${MAX_PROOF_LENGTH} characters`);
    const knownKeys = await known.findKeys(logUrl);
    // It shows its key itself, as soon as something is pulled from it. Another one could name a wrong key, so that nothing
    // could be pulled from it any more.
    if (knownKeys === undefined && logUrl !== url && known.isUpstream(logUrl)) return NOT_YET;
    const check = (trusted: readonly string[]) => ({
      vkeys: trusted,
      ...checkVersionProof(proof, told, trustKeys(trusted, LOG_CRYPTO), LOG_CRYPTO),
    });
    const isNext = logUrl === url && knownKeys !== undefined;
    const { vkeys, entry, head } = await (isNext
      ? readRotated(knownKeys, check, () => learn(known))
      : check(knownKeys ?? readKey(answer.vkey)));
    if (logUrl === url && !told.isMirrored && entry.type === 'mirror') {
      throw new LogError(
        'other-entry',
        `it is said to be published there, and the log says that it came from ${entry.origin}`,
      );
    }
    const hashes = logUrl === url ? readHashes(client, answer, head.size) : undefined;
    await known.of(logUrl).accept(head, { vkeys, isFirstUse: knownKeys === undefined }, hashes);
    // While two keys sign, so that the mirror never meets one alone that is not known.
    if (isNext && hasUnknownSignature({ head, vkeys }, LOG_CRYPTO)) await learn(known);
    return { url: logUrl, vkey: findSigner(proof, vkeys), text: proof };
  };

  return async (name, version, telling) => {
    if (logs === undefined) return undefined;
    const isKnown = (await logs.findKeys(url)) !== undefined;
    const answer = await (isKnown ? askOnce : askFirst)(name, version);
    const told = await telling;
    if (answer === NOT_YET || told === undefined) return undefined;
    if (answer === undefined) {
      if (isKnown) throw logMissing(url, name, version);
      return undefined;
    }
    try {
      const proof = await ask(() => verify(logs, answer, told), breaker);
      if (proof === undefined && isKnown) throw logMissing(url, name, version);
      return proof === NOT_YET ? undefined : proof;
    } catch (error) {
      throw explainProof(error, { name, version, url });
    }
  };
}

/** What a trusted key has signed. If it is signed by another one, the log may have announced that. */
async function readRotated<T>(
  vkeys: readonly string[],
  read: (vkeys: readonly string[]) => T,
  learn: () => Promise<readonly string[]>,
): Promise<T> {
  try {
    return read(vkeys);
  } catch (error) {
    if (!(error instanceof LogError && error.finding === 'untrusted-key')) throw error;
    const learned = await learn();
    if (learned.every((vkey) => vkeys.includes(vkey))) throw error;
    return read(learned);
  }
}

/** The hashes between two heads: those that came with the proof, unless another head was seen in the meantime. */
function readHashes(client: RegistryClient, { from, hashes }: AnsweredProof, size: number): LogHashes {
  return {
    logConsistency: async (older, newer, options) =>
      older === from && newer === size && hashes !== undefined
        ? hashes
        : client.logConsistency(older, newer, options),
  };
}

/** @throws LogError `malformed` */
function readRegistry(text: string): string {
  const url = parseRegistryUrl(text);
  if (url.ok) return url.value;
  throw new LogError(
    'malformed',
    `the proof is said to be of the log of ${quote(text)}, which is no address`,
  );
}

/** @throws LogError `malformed` */
function readKey(vkey: string | undefined): readonly string[] {
  try {
    if (vkey !== undefined) return [parseVerifierKey(LOG_CRYPTO.sha256, vkey) && vkey];
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    throw new LogError('malformed', `the key of the log is malformed: ${error.message}`, { cause: error });
  }
  throw new LogError('malformed', 'the proof comes without the key of its log');
}

/** The trusted key that has signed the head of a proof that was verified. */
function findSigner(proof: string, vkeys: readonly string[]): string {
  const { signatures } = parseNote(parseProofFile(proof).checkpoint);
  const signer = vkeys.find((vkey) => {
    const { name, keyId } = parseVerifierKey(LOG_CRYPTO.sha256, vkey);
    return signatures.some((signature) => signature.name === name && signature.keyId === keyId);
  });
  if (signer === undefined) throw new Error('a verified head has a signature of a trusted key');
  return signer;
}

function logMissing(url: string, name: string, version: string): RegistryError {
  return new RegistryError('upstream_mismatch', {
    detail:
      `${name} ${version} is refused: ${url} has had a transparency log, and does not prove now that the version is in it. ` +
      'If its operator has given the log up and says so, forget it: prime-registry mirror forget.',
  });
}
