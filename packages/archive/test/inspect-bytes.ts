// Inspects whole tarballs in one call.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import {
  type ArchiveLimits,
  type Inspection,
  TarballInspector,
  type TarballProblem,
  type TarballReport,
} from '../src/index.ts';

/** Limits that no test reaches by accident. */
export const WIDE_LIMITS: ArchiveLimits = {
  maxUnpackedBytes: 1024 ** 3,
  maxEntries: 20_000,
  maxRatio: 200,
};

/** Inspects the bytes in chunks of the given sizes in turn; without sizes, in one chunk. */
export async function inspect(
  tarball: Uint8Array,
  limits: Partial<ArchiveLimits> = {},
  chunkSizes: readonly number[] = [tarball.length],
): Promise<Inspection> {
  const inspector = new TarballInspector({ ...WIDE_LIMITS, ...limits });
  let offset = 0;
  for (let turn = 0; offset < tarball.length; turn += 1) {
    const size = Math.max(chunkSizes[turn % chunkSizes.length] ?? 1, 1);
    await inspector.write(tarball.subarray(offset, offset + size));
    offset += size;
  }
  return inspector.finish();
}

/** The report on a tarball that must be valid. */
export async function inspectGood(
  tarball: Uint8Array,
  limits?: Partial<ArchiveLimits>,
): Promise<TarballReport> {
  const inspection = await inspect(tarball, limits);
  assert.ok(inspection.ok, inspection.ok ? '' : inspection.problem.message);
  return inspection.report;
}

/** The problem of a tarball that must be invalid. */
export async function inspectBad(
  tarball: Uint8Array,
  limits?: Partial<ArchiveLimits>,
): Promise<TarballProblem> {
  const inspection = await inspect(tarball, limits);
  assert.ok(!inspection.ok, 'the tarball was accepted');
  return inspection.problem;
}

/** The problem of an uncompressed tar stream that must be invalid. */
export async function inspectBadTar(tar: Uint8Array): Promise<TarballProblem> {
  return inspectBad(gzipSync(tar));
}
