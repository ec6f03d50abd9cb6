// A client of one registry, with a method for each endpoint.
import {
  getValue,
  isSha256,
  PRIME_BATCH_LIMITS,
  type PrimeList,
  type PublishReceipt,
  parsePrimeName,
  parseScope,
  primeBatchKey,
  primeBatchPath,
  type RichSearchResults,
  ROUTES,
  sourceManifestPath,
  tarballPath,
  type VersionList,
  versionListPath,
  versionManifestPath,
} from '@prime-registry/protocol';
import { AtomClient } from './atom-client.ts';
import { checkName, checkVersion, toQuery } from './check-arguments.ts';
import type { Connection } from './http/connection.ts';
import { readJson, type WantedJson } from './http/json.ts';
import { toOutgoing } from './http/outgoing.ts';
import { type Pace, SYSTEM_PACE } from './http/pace.ts';
import { connectionOf } from './lifecycle-client.ts';
import type {
  PrimeListOptions,
  RichSearchOptions,
  SearchOptions,
  TarballOptions,
  YankOptions,
} from './method-options.ts';
import {
  CHECK,
  type PrimeToPublish,
  PUBLISH,
  type PublishOptions,
  sendPrime,
} from './publish/publish-prime.ts';
import type { RegistryClientOptions } from './registry-client-options.ts';
import type {
  BatchAnswers,
  BatchItem,
  BatchOptions,
  RegistryManifest,
  RegistryReader,
  RequestOptions,
  SharedRequestOptions,
  VersionsOptions,
} from './registry-reader.ts';
import { primeBatchReader } from './shapes/prime-batch.ts';
import { primeListReader } from './shapes/prime-list.ts';
import {
  type RegistrySearchResults,
  readRichSearchResults,
  readSearchResults,
} from './shapes/search-results.ts';
import { readTokenIdentity, type TokenIdentity } from './shapes/token-identity.ts';
import { versionListReader } from './shapes/version-list.ts';
import { versionManifestReader } from './shapes/version-manifest.ts';
import { type RegistryYankReceipt, yankReceiptReader } from './shapes/yank-receipt.ts';
import { openTarball, type Tarball } from './tarball/tarball-download.ts';

/** prime-registry accepts no larger one. */
const MAX_SOURCE_MANIFEST_BYTES = 256 * 1024;

/**
 * A client of one registry. Every method rejects with a RegistryRequestError, except that a malformed name,
 * version or digest, which is a bug of the caller, is a TypeError.
 */
export class RegistryClient extends AtomClient implements RegistryReader {
  readonly baseUrl: string;
  readonly #connection: Connection;

  /**
   * @param pace Clock and random numbers, for tests.
   * @throws TypeError for an invalid option.
   */
  constructor(options: RegistryClientOptions, pace: Pace = SYSTEM_PACE) {
    super(options, pace);
    this.#connection = connectionOf(this);
    this.baseUrl = this.#connection.settings.baseUrl;
  }

  /** Opens connections for requests that will follow, such as downloads, unless its `fetch` cannot do that. */
  prepareConnections(count: number): void {
    if (count > 0) this.#connection.settings.fetch.prepareConnections?.(this.baseUrl, count);
  }

  /** The versions of a Prime, in ascending precedence (contract section 4.2). */
  async versions(name: string, options: VersionsOptions = {}): Promise<VersionList> {
    return this.#listVersions(name, options, { read: versionListReader(name) });
  }

  /**
   * The list of versions as the registry has sent it, unchecked, for a program that reads it elsewhere, such as
   * in a worker thread, with `readVersionList`.
   */
  async versionsText(name: string, options: VersionsOptions = {}): Promise<string> {
    return this.#listVersions(name, options, { read: String, isText: true });
  }

  /** The manifest of one version, yanked or not (contract section 4.3). */
  async manifest(
    name: string,
    version: string,
    { signal, deadline }: SharedRequestOptions = {},
  ): Promise<RegistryManifest> {
    const path = versionManifestPath(name, checkVersion(name, version));
    const read = versionManifestReader(name, version);
    return this.#connection.getJson({ path, signal, deadline, what: 'manifest', read });
  }

  /**
   * Several lists and manifests in one request, 1 to 100, which is not repeated if it fails. Not part of the contract: a
   * registry without this endpoint answers 404.
   */
  async readPrimes(
    items: readonly BatchItem[],
    { includeYanked = false, includeLatest = false, signal, deadline }: BatchOptions = {},
  ): Promise<BatchAnswers> {
    const { maxItems } = PRIME_BATCH_LIMITS;
    if (items.length === 0 || items.length > maxItems)
      throw new TypeError(`There are ${items.length} items; give 1 to ${maxItems}.`);
    const keys = items.map(({ name, version }) =>
      primeBatchKey(checkName(name), version === undefined ? undefined : checkVersion(name, version)),
    );
    const path = primeBatchPath(keys, { includeYanked, includeLatest });
    const read = primeBatchReader(items, { includeLatest });
    const options = { signal, deadline, isCacheable: false, retries: 0 };
    return this.#connection.getExtra('list of Primes', path, read, options);
  }

  /**
   * The pack.yaml of one version as published. Not part of the contract: a registry that does not keep it
   * answers 404.
   */
  async sourceManifest(name: string, version: string, { signal }: RequestOptions = {}): Promise<string> {
    const path = sourceManifestPath(name, checkVersion(name, version));
    const { timeoutMs } = this.#connection.settings;
    const headers = { accept: 'application/yaml, application/problem+json' };
    const limits = { maxBytes: MAX_SOURCE_MANIFEST_BYTES, totalMs: timeoutMs };
    return this.#connection.getOptional({ path, headers, signal }, (answer) => answer.readText(limits));
  }

  /**
   * Opens the tarball of one version (contract section 4.4). The digest is verified at the end of the
   * download.
   */
  async tarball(
    name: string,
    version: string,
    { sha256, sizeBytes, signal }: TarballOptions,
  ): Promise<Tarball> {
    const path = tarballPath(name, checkVersion(name, version));
    if (typeof sha256 === 'string' && !isSha256(sha256))
      throw new TypeError('sha256 must be 64 lower-case hexadecimal digits.');
    return openTarball(this.#connection, { path, sha256, sizeBytes, signal });
  }

  /** Searches Primes (contract section 4.5, optional: a registry without search answers 404). */
  async search(text: string, { limit, offset, signal }: SearchOptions = {}): Promise<RegistrySearchResults> {
    const path = `${ROUTES.search}${toQuery({ q: text, limit, offset })}`;
    return this.#connection.getExtra('list of results', path, readSearchResults, { signal });
  }

  /**
   * Searches Primes and their contents; highlights show why each was found. Not part of the contract: a
   * registry without this search answers 404.
   */
  async searchInside(
    text: string,
    { limit, offset, filters = {}, signal }: RichSearchOptions = {},
  ): Promise<RichSearchResults> {
    const query = new URLSearchParams(toQuery({ q: text, limit, offset }));
    for (const [field, values] of Object.entries(filters))
      for (const value of values) query.append(field, value);
    const path = `${ROUTES.richSearch}?${query}`;
    return this.#connection.getExtra('list of results', path, readRichSearchResults, { signal });
  }

  /** A page of the Primes, by name. Not part of the contract: a registry without such a list answers 404. */
  async primes({ after, scope, limit, signal }: PrimeListOptions = {}): Promise<PrimeList> {
    if (after !== undefined) getValue(parsePrimeName(after));
    if (scope !== undefined) getValue(parseScope(scope));
    const path = `${ROUTES.primeList}${toQuery({ after, scope, limit })}`;
    return this.#connection.getExtra('list of Primes', path, primeListReader(after, scope), { signal });
  }

  /**
   * Publishes a version (contract section 4.1). The receipt is what the registry claims: compare it with what
   * was sent. Errors of the tarball's source are passed on; more or fewer bytes than announced are a
   * TarballChangedError.
   */
  async publish(prime: PrimeToPublish, options: PublishOptions = {}): Promise<PublishReceipt> {
    return sendPrime(this.#connection, PUBLISH, prime, options);
  }

  /**
   * Checks whether a version could be published, with the form of a publish, of which the registry keeps nothing.
   * Rejects as {@link publish} would. Not part of the contract: a registry without this check answers 404.
   * @returns the receipt that the publish would get
   */
  async checkPublish(prime: PrimeToPublish, options: PublishOptions = {}): Promise<PublishReceipt> {
    return sendPrime(this.#connection, CHECK, prime, options);
  }

  /** Yanks a version (contract section 4.6, optional). */
  async yank(
    name: string,
    version: string,
    { reason, signal }: YankOptions = {},
  ): Promise<RegistryYankReceipt> {
    const path = versionManifestPath(name, checkVersion(name, version));
    const body = reason === undefined ? undefined : { reason };
    const outgoing = toOutgoing({ method: 'DELETE', path, body, signal });
    const wanted = { what: 'receipt of a yank', read: yankReceiptReader(name, version) };
    return this.#connection.request(outgoing, async (answer) => {
      // The contract does not define the body of a success.
      if (answer.isJson) return (await readJson(answer, wanted, this.#connection.settings)).value;
      answer.discard();
      return wanted.read({});
    });
  }

  /**
   * The owner of the client's token. Not part of the contract: a registry without this endpoint answers 404.
   */
  async whoami({ signal }: RequestOptions = {}): Promise<TokenIdentity> {
    const options = { signal, isCacheable: false };
    return this.#connection.getExtra('description of a token', ROUTES.whoami, readTokenIdentity, options);
  }

  #listVersions<T>(
    name: string,
    { includeYanked = false, signal, deadline }: VersionsOptions,
    how: Omit<WantedJson<T>, 'what'>,
  ): Promise<T> {
    getValue(parsePrimeName(name));
    const path = `${versionListPath(name)}${includeYanked ? '?yanked=include' : ''}`;
    return this.#connection.getJson({ path, signal, deadline, what: 'list of versions', ...how });
  }
}
