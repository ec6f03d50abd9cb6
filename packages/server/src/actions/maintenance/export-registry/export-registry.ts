// Exports the contents of a registry as a stream, for a registry with any database and blob store.
import { Readable } from 'node:stream';
import { type PackEntry, streamTar } from '@prime-registry/archive';
import type { BlobInventory } from '@prime-registry/blobs';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore, TokenWithDigest, WholeVersion } from '@prime-registry/store';
import { FaultyBlobError } from '../../tarballs/read-checked.ts';
import {
  END_PATH,
  type ExportEnd,
  type ExportHead,
  HEAD_PATH,
  lifecyclePath,
  removedPath,
  type SignatureField,
  scopePath,
  type TokenFile,
  tokenPath,
  VERSION_FILES,
  type VersionFile,
  versionFilePath,
} from '../export-format/format.ts';
import { checkAhead } from './checked-tarballs.ts';
import { hasLifecycles, listLifecycles, listRemoved } from './lifecycle-files.ts';
import { describeSignatures, listScopes } from './signing-files.ts';

/** The dependencies of an export. */
export interface ExportDeps {
  readonly store: Pick<
    RegistryStore,
    | 'findLastVersionId'
    | 'listWholeVersions'
    | 'listTokensWithDigests'
    | 'listTombstones'
    | 'listNamesWithLifecycle'
    | 'findLifecycle'
    | 'listSignatures'
    | 'listSigningScopes'
    | 'findScopeSigning'
  >;
  readonly inventory: BlobInventory;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called for a version that is left out because its tarball is missing or damaged. */
  onFaulty(version: WholeVersion, fault: FaultyBlobError): void;
  /** Called after each version. */
  onProgress(done: ExportEnd): void;
}

// A version has up to half a megabyte besides its tarball.
const PAGE = 20;

/**
 * The stream of an export: versions in the order of their publish, each with its checked tarball; then what happened
 * to them and their Primes since. Versions
 * that are published during the export are left out: with steady publishes it would never end. A chunk is
 * valid until the next one is read.
 * @param withTokens - whether the digests of tokens are exported
 */
export function exportRegistry(deps: ExportDeps, withTokens: boolean): AsyncGenerator<Uint8Array> {
  return streamTar(listEntries(deps, withTokens));
}

async function* listEntries(deps: ExportDeps, withTokens: boolean): AsyncGenerator<PackEntry> {
  const { store, inventory, signal } = deps;
  const done = { versions: 0, tokens: 0 };
  const withLifecycles = await hasLifecycles(store);
  const withScopes = (await store.listSigningScopes('', 1)).length > 0;
  const head: ExportHead = {
    format: 'prime-registry-export',
    format_version: withScopes ? 3 : withLifecycles ? 2 : 1,
    exported_at: toTime(deps.now()),
  };
  yield jsonEntry(HEAD_PATH, head);
  for (const token of withTokens ? await store.listTokensWithDigests() : []) {
    yield jsonEntry(tokenPath(token.token.id), toTokenFile(token));
    done.tokens += 1;
  }
  for await (const { version, tarball } of checkAhead(listVersions(store), inventory, signal)) {
    if (tarball instanceof FaultyBlobError) {
      // A version that is gone was evicted in the meantime.
      if (await isThere(store, version)) deps.onFaulty(version, tarball);
    } else {
      yield* entriesOf(version, await readSignatures(store, version), tarball);
      done.versions += 1;
    }
    deps.onProgress(done);
  }
  const others = { removed: 0, lifecycles: 0 };
  if (withLifecycles) {
    for await (const file of listRemoved(store)) {
      yield jsonEntry(removedPath(file.name, file.version), file);
      others.removed += 1;
    }
    for await (const file of listLifecycles(store)) {
      yield jsonEntry(lifecyclePath(file.name), file);
      others.lifecycles += 1;
    }
  }
  const scopes = { scopes: 0 };
  if (withScopes) {
    for await (const file of listScopes(store)) {
      yield jsonEntry(scopePath(file.scope), file);
      scopes.scopes += 1;
    }
  }
  const end: ExportEnd = { ...done, ...(withLifecycles && others), ...(withScopes && scopes) };
  yield jsonEntry(END_PATH, end);
}

/** The versions at this time, oldest first. */
async function* listVersions(store: ExportDeps['store']): AsyncGenerator<WholeVersion> {
  const endId = await store.findLastVersionId();
  for (let lastId = 0; lastId < endId; ) {
    const versions = await store.listWholeVersions(lastId, PAGE);
    yield* versions.filter(({ id }) => id <= endId);
    lastId = versions.at(-1)?.id ?? endId;
  }
}

async function isThere(store: ExportDeps['store'], { id, sha256 }: WholeVersion): Promise<boolean> {
  // A version that was pulled again has a new id, behind all that are exported.
  const [found] = await store.listWholeVersions(id - 1, 1);
  return found?.id === id && found.sha256 === sha256;
}

/** The signatures as the file of a version has them; undefined if there are none. */
async function readSignatures(
  store: ExportDeps['store'],
  { name, version, signedBy }: WholeVersion,
): Promise<SignatureField[] | undefined> {
  if (signedBy === undefined) return undefined;
  return describeSignatures(await store.listSignatures(name, getValue(parseVersion(version))));
}

function* entriesOf(
  version: WholeVersion,
  signatures: readonly SignatureField[] | undefined,
  read: () => AsyncIterable<Uint8Array>,
): Generator<PackEntry> {
  const pathOf = (file: (typeof VERSION_FILES)[keyof typeof VERSION_FILES]): string =>
    versionFilePath(version.name, version.version, file);
  yield jsonEntry(pathOf(VERSION_FILES.facts), toVersionFile(version, signatures));
  yield bytesEntry(pathOf(VERSION_FILES.manifest), version.sourceManifest);
  if (version.readme !== undefined)
    yield bytesEntry(pathOf(VERSION_FILES.readme), Buffer.from(version.readme));
  yield {
    path: pathOf(VERSION_FILES.tarball),
    sizeBytes: version.sizeBytes,
    read,
  };
}

function toVersionFile(
  version: WholeVersion,
  signatures: readonly SignatureField[] | undefined,
): VersionFile {
  const { yank } = version;
  return {
    name: version.name,
    version: version.version,
    published_at: toTime(version.publishedAtMs),
    published_by: version.publishedBy,
    sha256: version.sha256,
    size_bytes: version.sizeBytes,
    description: version.description,
    license: version.license,
    prime_version: version.primeVersion,
    atoms: version.atoms,
    namespaces: version.namespaces,
    tags: version.tags,
    ...(version.origin !== undefined && { origin: version.origin }),
    ...(version.promotedFrom !== undefined && {
      promoted_from: {
        registry: version.promotedFrom.registry,
        published_at: toTime(version.promotedFrom.publishedAtMs),
      },
    }),
    ...(version.requires !== undefined && { requires: version.requires }),
    ...(version.provenance !== undefined && { provenance: version.provenance }),
    ...(signatures !== undefined && { signatures }),
    yanked: yank === undefined ? null : { at: toTime(yank.atMs), by: yank.by, reason: yank.reason ?? null },
  };
}

function toTokenFile({ token, secretSha256 }: TokenWithDigest): TokenFile {
  const { id, name, permissions, scopes, createdAtMs, expiresAtMs, revokedAtMs } = token;
  return {
    id,
    name,
    permissions,
    scopes,
    created_at: toTime(createdAtMs),
    expires_at: expiresAtMs === undefined ? null : toTime(expiresAtMs),
    revoked_at: revokedAtMs === undefined ? null : toTime(revokedAtMs),
    secret_sha256: Buffer.from(secretSha256).toString('hex'),
  };
}

function toTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function jsonEntry(path: string, value: object): PackEntry {
  return bytesEntry(path, Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`));
}

function bytesEntry(path: string, bytes: Uint8Array): PackEntry {
  return {
    path,
    sizeBytes: bytes.length,
    read: () => Readable.from([bytes].filter(({ length }) => length > 0)),
  };
}
