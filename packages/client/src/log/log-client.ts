// The methods of a client that read the transparency log. None is part of the contract: a registry without a log answers
// 404. What they return is not checked: the functions next to this file do that.
import {
  LOG_CONSISTENCY_HEADER,
  LOG_KEY_HEADER,
  LOG_REGISTRY_HEADER,
  logCheckpointPath,
  logConsistencyPath,
  logProofPath,
  logProofsPath,
  logTilePath,
  originProofPath,
  PRIME_BATCH_LIMITS,
  primeBatchKey,
  ROUTES,
} from '@prime-registry/protocol';
import { decodeBase64, decodeHashes, formatTilePath, type Hash, type TilePath } from '@prime-registry/tlog';
import { checkVersion } from '../check-arguments.ts';
import type { Answer } from '../http/answer.ts';
import { failure } from '../http/failure.ts';
import { connectionOf, LifecycleClient } from '../lifecycle-client.ts';
import type { RequestOptions, VersionItem } from '../registry-reader.ts';
import { logProofsReader, type RegistryLogDescription, readLogDescription } from '../shapes/log.ts';

/** A checkpoint with all cosignatures, or a proof with the largest entry. */
const MAX_TEXT_BYTES = 256 * 1024;
/** 256 entries of at most 64 KiB (C2SP tlog-tiles). */
const MAX_TILE_BYTES = 256 * (2 + 64 * 1024);

/** Options of what is read of a log of some size. */
export interface LogSizeOptions extends RequestOptions {
  /** Number of entries. */
  readonly size?: number;
}

/** The proof of a version from the registry that it was published in. It is not verified. */
export interface ShownOriginProof {
  /** C2SP tlog-proof. */
  readonly proof: string;
  /** Base URL of that registry, as the one that was asked says; undefined if it is its own proof. */
  readonly registry: string | undefined;
  /** The verifier key of the log there, as the registry that was asked says. */
  readonly vkey: string | undefined;
  /** The hashes between the size that was asked for and that of the proof; undefined if the registry does not give them. */
  readonly hashes: readonly Hash[] | undefined;
}

/** Options of {@link LogClient.originProof}. */
export interface OriginProofOptions extends RequestOptions {
  /** A size of the log of the registry that is asked. */
  readonly from?: number | undefined;
}

/** SHA-256. */
const HASH_BYTES = 32;

/** Reads the log of a registry. */
export abstract class LogClient extends LifecycleClient {
  /** The name, the keys and the size of the log. */
  async log({ signal }: RequestOptions = {}): Promise<RegistryLogDescription> {
    const options = { signal, isCacheable: false };
    return connectionOf(this).getExtra('description of a log', ROUTES.log, readLogDescription, options);
  }

  /**
   * A head: a signed note (C2SP tlog-checkpoint), with the cosignatures that it has. Without a size, the newest one.
   */
  async logCheckpoint({ size, ...options }: LogSizeOptions = {}): Promise<string> {
    return this.#readText(logCheckpointPath(size), options);
  }

  /** The proof that a version is in the log (C2SP tlog-proof), with its entry. Without a size, in the newest one. */
  async logProof(name: string, version: string, { size, ...options }: LogSizeOptions = {}): Promise<string> {
    return this.#readText(logProofPath(name, checkVersion(name, version), size), options);
  }

  /**
   * The proofs of several versions in one request, 1 to 100, which is not repeated if it fails: each is what `logProof`
   * would return, and all end with the same head. What is missing must be requested singly. A registry without this
   * endpoint answers 404.
   * @returns by name and version, as in `@acme/core@1.2.0`
   */
  async logProofs(
    items: readonly VersionItem[],
    { signal }: RequestOptions = {},
  ): Promise<ReadonlyMap<string, string>> {
    const { maxItems } = PRIME_BATCH_LIMITS;
    if (items.length === 0 || items.length > maxItems)
      throw new TypeError(`There are ${items.length} versions; give 1 to ${maxItems}.`);
    const keys = items.map(({ name, version }) => primeBatchKey(name, checkVersion(name, version)));
    const options = { signal, isCacheable: false, retries: 0 };
    return connectionOf(this).getExtra(
      'list of proofs',
      logProofsPath(keys),
      logProofsReader(items),
      options,
    );
  }

  /**
   * The proof that a version is in the log of the registry that it was published in: a mirror hands on what it got with
   * the version. Any other registry answers with its own proof.
   */
  async originProof(
    name: string,
    version: string,
    { from, ...options }: OriginProofOptions = {},
  ): Promise<ShownOriginProof> {
    const path = originProofPath(name, checkVersion(name, version), from);
    return this.#read(path, options, async (answer) => ({
      proof: await this.#textOf(answer),
      registry: answer.header(LOG_REGISTRY_HEADER) ?? undefined,
      vkey: answer.header(LOG_KEY_HEADER) ?? undefined,
      hashes: readHashes(answer.header(LOG_CONSISTENCY_HEADER)),
    }));
  }

  /** The hashes between two sizes of the log (RFC 9162, section 2.1.4). */
  async logConsistency(from: number, to: number, options: RequestOptions = {}): Promise<readonly Hash[]> {
    const text = await this.#readText(logConsistencyPath(from, to), options);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const hash = decodeBase64(line);
        if (hash !== undefined) return hash;
        const subject = {
          registry: connectionOf(this).settings.baseUrl,
          request: `GET ${ROUTES.logConsistency}`,
        };
        throw failure(subject, 'malformed', 'sent hashes of a log that are not base 64');
      });
  }

  /** A tile of the log, or a bundle of its entries (C2SP tlog-tiles). */
  async logTile(tile: TilePath, { signal }: RequestOptions = {}): Promise<Uint8Array> {
    const headers = {
      accept: 'application/octet-stream, application/problem+json',
      // Hashes cannot be compressed. Browsers set it themselves.
      'accept-encoding': tile.level === 'entries' ? 'gzip' : 'identity',
    };
    const path = logTilePath(formatTilePath(tile));
    const limits = { maxBytes: MAX_TILE_BYTES, totalMs: this.#totalMs };
    return connectionOf(this).getOptional({ path, headers, signal }, (answer) => answer.readBytes(limits));
  }

  #readText(path: string, options: RequestOptions): Promise<string> {
    return this.#read(path, options, (answer) => this.#textOf(answer));
  }

  async #read<T>(path: string, { signal }: RequestOptions, read: (answer: Answer) => Promise<T>): Promise<T> {
    const headers = { accept: 'text/plain, application/problem+json' };
    return connectionOf(this).getOptional({ path, headers, signal }, read);
  }

  #textOf(answer: Answer): Promise<string> {
    return answer.readText({ maxBytes: MAX_TEXT_BYTES, totalMs: this.#totalMs });
  }

  get #totalMs(): number {
    return connectionOf(this).settings.timeoutMs * 10;
  }
}

/** Hashes in a header; undefined for none, and for what are none. */
function readHashes(text: string | null): readonly Hash[] | undefined {
  const bytes = text === null ? undefined : decodeBase64(text);
  return bytes === undefined || bytes.length % HASH_BYTES !== 0 ? undefined : decodeHashes(bytes);
}
