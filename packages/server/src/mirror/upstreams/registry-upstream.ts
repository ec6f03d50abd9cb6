// An upstream behind our own client, which verifies its answers.
import {
  RegistryClient,
  type RegistryClientOptions,
  type RegistrySignature,
  type SearchResult,
} from '@prime-registry/client';
import { MAX_SIGNATURES, PRIME_LIST_LIMIT, parseTimestamp } from '@prime-registry/protocol';
import type { SignatureRecord } from '@prime-registry/store';
import { createGuardedFetch, type WayOut } from '../../outbound/guarded-fetch.ts';
import { createAsk, translated } from './ask-upstream.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { createListFetcher } from './fetch-list.ts';
import type { KnownUpstreams } from './known-upstreams.ts';
import { createProver } from './prove-version.ts';
import { createChangesReader } from './read-changes.ts';
import { createRemovalFinder } from './removed-upstream.ts';
import type {
  Upstream,
  UpstreamExchange,
  UpstreamHit,
  UpstreamManifest,
  UpstreamSettings,
  UpstreamTarball,
} from './upstream.ts';
import { type DocumentDeps, UpstreamDocuments } from './upstream-documents.ts';
import type { UpstreamLogs } from './upstream-logs.ts';

/**
 * The most that is read of a manifest, of search results or of a page of Primes. More than this registry's
 * manifests have with the largest pack.yaml; all of a manifest is stored and indexed.
 */
const MAX_DOCUMENT_BYTES = 512 * 1024;

/** How often an interrupted tarball is resumed. */
const TARBALL_RETRIES = 3;

/** The largest page of this registry. */
const PRIMES_AT_ONCE = PRIME_LIST_LIMIT.maximum;

/** For errors. */
const ALLOW_PRIVATE = 'set allow-private-addresses for this upstream to allow it';

export interface RegistryUpstreamDeps extends DocumentDeps {
  readonly known: KnownUpstreams;
  /** Called for every exchange. */
  readonly observe?: (exchange: UpstreamExchange) => void;
  readonly breaker?: CircuitBreaker;
  /** Direct connections by default. */
  readonly way?: WayOut;
  /** Undefined in a process that keeps nothing: it asks for no proofs. */
  readonly logs?: UpstreamLogs | undefined;
}

/** Creates an upstream; sends no request yet. */
export function openRegistryUpstream(
  settings: UpstreamSettings,
  {
    known,
    observe = () => undefined,
    breaker = new CircuitBreaker(),
    way,
    logs,
    ...reading
  }: RegistryUpstreamDeps,
): Upstream {
  const { url, token, timeoutMs, scopes } = settings;
  const { fetch, close } = createGuardedFetch({ ...settings, howToAllow: ALLOW_PRIVATE }, way);
  // An overloaded registry refuses searches first: that must not block its Primes.
  const searchBreaker = new CircuitBreaker();
  const options: RegistryClientOptions = {
    baseUrl: url,
    timeoutMs,
    retries: 0,
    fetch,
    userAgent: 'prime-registry',
    verifiesJson: true,
    knownRegistries: { has: () => known.has(url), add: () => known.add(url) },
    acceptsNotFoundPages: settings.acceptsNotFoundPages,
    ...(token !== undefined && { token }),
    onExchange: ({ status, failure, durationMs }) =>
      observe({ url, outcome: String(status ?? failure), durationMs }),
  };
  const client = new RegistryClient(options);
  const patientClient = new RegistryClient({ ...options, retries: TARBALL_RETRIES });

  const ask = createAsk({ url, breaker, known });
  const ofVersion = createRemovalFinder(url, known);
  const documents = new UpstreamDocuments(url, reading);

  /** Reads one document with a client that accounts its bytes, for the time until `read` ends. */
  const accounted = async <T>(read: (client: RegistryClient) => Promise<T>): Promise<T> => {
    const { onJsonChunk, release } = documents.hold();
    try {
      return await read(new RegistryClient({ ...options, maxJsonBytes: MAX_DOCUMENT_BYTES, onJsonChunk }));
    } finally {
      release();
    }
  };

  return {
    url,
    listMaxAgeMs: settings.listMaxAgeMs,
    supplies: (scope) => scopes.includes('*') || scopes.includes(scope),

    fetchList: createListFetcher({ ask, documents, options }),

    fetchManifest: (name, version): Promise<UpstreamManifest | undefined> =>
      accounted(async (reader) => {
        const manifest = await ofVersion(name, version, () => ask(() => reader.manifest(name, version)));
        if (manifest !== undefined) await documents.checkManifest(manifest);
        return manifest;
      }),

    fetchSourceManifest: (name, version) => ask(() => client.sourceManifest(name, version)),

    fetchSignatures: (name, version) =>
      accounted(async (reader) => {
        const told = await ask(() => reader.signatures(name, version));
        return told?.slice(0, MAX_SIGNATURES).map(toSignature);
      }),

    openTarball: (name, version, sha256, signal): Promise<UpstreamTarball | undefined> =>
      ofVersion(name, version, () =>
        ask(async () => {
          const { sizeBytes, chunks } = await patientClient.tarball(name, version, { sha256, signal });
          return { sizeBytes, chunks: translated(chunks, url) };
        }),
      ),

    listPrimes: (scope, after) =>
      accounted((reader) =>
        ask(() =>
          reader.primes({
            limit: PRIMES_AT_ONCE,
            ...(scope !== undefined && { scope }),
            ...(after !== undefined && { after }),
          }),
        ),
      ),

    proveVersion: createProver({ ask, options, logs }),

    readChanges: createChangesReader({ ask, documents, options }),

    describeLog: () => accounted((reader) => ask(() => reader.log())),

    findAtomHomes: (atomId) =>
      accounted(async (reader) => {
        const atom = await ask(() => reader.atom(atomId));
        return atom?.primes.map(({ name, version }) => ({ name, version }));
      }),

    search: (text, limit, signal) =>
      accounted(async (reader) => {
        const found = await ask(() => reader.search(text, { limit, signal }), searchBreaker);
        const { results = [], incomplete = [] } = found ?? {};
        const hits = results.slice(0, limit).map(toHit);
        return { hits, isWhole: incomplete.length === 0 };
      }),

    async close() {
      // What is not stored is seen again.
      await logs
        ?.of(url)
        .flush()
        .catch(() => undefined);
      await close();
    },
  };
}

function toSignature({
  fingerprint,
  signature,
  signed_at: signedAt = '',
}: RegistrySignature): SignatureRecord {
  const signedAtMs = parseTimestamp(signedAt) ?? 0;
  // Whose key it is says the list of a scope of that registry, which this one does not have.
  return { fingerprint, armored: signature, signedAtMs, principal: undefined, sinceIndex: undefined };
}

function toHit({
  name,
  version,
  description,
  requires,
  requires_omitted: omitted,
}: SearchResult): UpstreamHit {
  return {
    ...{ name, version, description },
    ...(requires !== undefined && { requires }),
    ...(omitted && { requiresOmitted: true }),
  };
}
