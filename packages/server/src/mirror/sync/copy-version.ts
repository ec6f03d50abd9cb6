// Copies one version of an upstream.

import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { ListedVersion } from '@prime-registry/store';
import { refuseTooLarge } from '../pull/inspect-pulled.ts';
import { type KeepDeps, keepVersion } from '../pull/keep-version.ts';
import { toRecord, toTold } from '../pull/mirrored-manifests.ts';
import { COPY_BYTES_PER_MS, withPace } from '../pull/transfer-pace.ts';
import type { Upstream } from '../upstreams/upstream.ts';

export interface CopyDeps extends KeepDeps {
  readonly upstream: Upstream;
  /** Aborts the download. */
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock; the clock of the system by default. */
  readonly transferNow?: () => number;
}

/** A version in the list of the upstream. */
export interface VersionToCopy {
  readonly name: PrimeName;
  readonly version: Version;
  readonly listed: ListedVersion;
}

/**
 * The length of the tarball, from its manifest; undefined if that does not say.
 * @throws as {@link copyVersion}
 */
export async function measureVersion(
  { upstream }: Pick<CopyDeps, 'upstream'>,
  { name, version }: VersionToCopy,
): Promise<number | undefined> {
  const manifest = await upstream.fetchManifest(name.full, version.full);
  if (manifest === undefined) throw goneMissing(upstream);
  return manifest.size_bytes;
}

/**
 * Copies a version, verified.
 * @returns the length of its tarball in bytes; undefined if it was stored by somebody else in the meantime
 * @throws RegistryError `upstream_unavailable`, and as `keepVersion` does
 */
export async function copyVersion(
  deps: CopyDeps,
  { name, version, listed }: VersionToCopy,
): Promise<number | undefined> {
  const { upstream, now } = deps;
  const manifest = await upstream.fetchManifest(name.full, version.full);
  if (manifest === undefined) throw goneMissing(upstream);
  refuseTooLarge(deps.limits, manifest, manifest.size_bytes ?? 0);
  const publishedAtMs = listed.publishedAtMs || now();
  const told = toRecord({ upstream, manifest }, { publishedAtMs, sizeBytes: 0 });
  if (told === undefined) throw new Error('every field of the record has a fallback');
  // Some registries say it only in the list.
  const yankedAtMs = told.yankedAtMs ?? (listed.yanked ? now() : undefined);

  const proving = upstream.proveVersion(name.full, version.full, Promise.resolve(toTold(manifest)));
  // Awaited before anything is kept.
  proving.catch(() => undefined);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, deps.signal]);
  try {
    const tarball = await upstream.openTarball(name.full, version.full, manifest.sha256, signal);
    if (tarball === undefined) throw goneMissing(upstream);
    const pace = { url: upstream.url, minBytesPerMs: COPY_BYTES_PER_MS, now: deps.transferNow };
    let sizeBytes = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of withPace(tarball.chunks, pace)) {
        sizeBytes += chunk.length;
        yield chunk;
      }
    };
    const record = { ...told, yankedAtMs };
    const originProof = await proving;
    const toKeep = { name, record, upstream, originProof };
    const isNew = await keepVersion(deps, toKeep, counted());
    return isNew ? sizeBytes : undefined;
  } finally {
    ending.abort();
  }
}

function goneMissing({ url }: Upstream): RegistryError {
  return new RegistryError('version_not_found', { detail: `${url} lists it but does not have it` });
}
