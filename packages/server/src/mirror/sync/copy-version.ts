// Brings one version of another registry here.
import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import { type KeepDeps, keepVersion, refuseTooLarge } from '../pull/keep-version.ts';
import { toRecord } from '../pull/mirrored-manifests.ts';
import type { Upstream, UpstreamVersion } from '../upstreams/upstream.ts';

/** What copying works with. */
export interface CopyDeps extends KeepDeps {
  readonly upstream: Upstream;
  /** Breaks off what is coming. */
  readonly signal: AbortSignal;
}

/** A version that is in the list of that registry. */
export interface VersionToCopy {
  readonly name: PrimeName;
  readonly version: Version;
  readonly listed: UpstreamVersion;
}

/**
 * How long its tarball is, by its manifest; undefined where that does not tell.
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
 * Copies it, verified.
 * @returns the length of its tarball in bytes; undefined when somebody else had stored it meanwhile
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
  if (told === undefined) throw new Error('a record lacks nothing that is given otherwise');
  // Of some registries only the list says it.
  const yankedAtMs = told.yankedAtMs ?? (listed.yanked ? now() : undefined);

  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, deps.signal]);
  try {
    const tarball = await upstream.openTarball(name.full, version.full, manifest.sha256, signal);
    if (tarball === undefined) throw goneMissing(upstream);
    let sizeBytes = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of tarball.chunks) {
        sizeBytes += chunk.length;
        yield chunk;
      }
    };
    const record = { ...told, yankedAtMs };
    const isNew = await keepVersion(deps, { name, version, record, upstream }, counted());
    return isNew ? sizeBytes : undefined;
  } finally {
    ending.abort();
  }
}

function goneMissing({ url }: Upstream): RegistryError {
  return new RegistryError('version_not_found', { detail: `${url} lists it and does not have it` });
}
