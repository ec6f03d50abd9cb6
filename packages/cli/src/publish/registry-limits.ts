// The sizes that a registry accepts: what it says, or the defaults if it says nothing.
import { type ArchiveLimits, RATIO_JUDGED_FROM_BYTES } from '@prime-registry/archive';
import {
  isAborted,
  isUnauthenticated,
  type PublishLimits,
  type RegistryClient,
  RegistryRequestError,
} from '@prime-registry/client';
import type { FieldProblem } from '@prime-registry/protocol';

/** Limits of a publish. `maxTarballBytes` is the size of the tarball itself. */
export interface RegistryLimits extends ArchiveLimits {
  readonly maxTarballBytes: number;
}

/** The default limits of a registry. */
export const REGISTRY_LIMITS: RegistryLimits = {
  maxTarballBytes: 100 * 2 ** 20,
  maxUnpackedBytes: 2 ** 30,
  maxEntries: 20_000,
  maxRatio: 200,
};

/** The highest limits that an operator can set. Without a registry, no Prime is refused for less. */
export const WIDEST_LIMITS: RegistryLimits = {
  maxTarballBytes: 2 ** 40,
  maxUnpackedBytes: 2 ** 40,
  maxEntries: 10_000_000,
  maxRatio: 2000,
};

/** The limits of one registry. */
export interface AcceptedLimits {
  readonly limits: RegistryLimits;
  /** Whose they are, as in `the maximum of …`. */
  readonly of: string;
}

/** What a tarball measures. */
interface Measured {
  readonly sizeBytes: number;
  readonly unpackedBytes: number;
  readonly entryCount: number;
}

/** The limits that a registry tells. */
export function readLimits(registry: RegistryClient, told: PublishLimits): AcceptedLimits {
  const limits = {
    maxTarballBytes: told.max_tarball_bytes,
    maxUnpackedBytes: told.max_unpacked_bytes,
    maxEntries: told.max_entries,
    maxRatio: told.max_ratio,
  };
  return { limits, of: registry.baseUrl };
}

/** What exceeds the limits; each problem says which one. */
export function findExceeded(
  { sizeBytes, unpackedBytes, entryCount }: Measured,
  { limits, of }: AcceptedLimits,
): FieldProblem[] {
  const { maxTarballBytes, maxUnpackedBytes, maxEntries, maxRatio } = limits;
  const isBomb = unpackedBytes > RATIO_JUDGED_FROM_BYTES && unpackedBytes > sizeBytes * maxRatio;
  return [
    ...(sizeBytes > maxTarballBytes ? [`is larger than ${maxTarballBytes} bytes`] : []),
    ...(unpackedBytes > maxUnpackedBytes ? [`unpacks to more than ${maxUnpackedBytes} bytes`] : []),
    ...(entryCount > maxEntries ? [`has more than ${maxEntries} files and folders`] : []),
    ...(isBomb ? [`unpacks to more than ${maxRatio} times its size`] : []),
  ].map((what) => ({ field: 'tarball', message: `${what}, the maximum of ${of}; ${ADVICE}` }));
}

const ADVICE = 'leave out files that readers do not need, or split the Prime';

/**
 * What limits a publish, as the registry says; undefined if it does not say.
 * @throws RegistryRequestError if the registry cannot be reached, or knows the token to be bad
 */
export async function findPublishLimits(
  registry: RegistryClient,
  signal: AbortSignal,
): Promise<PublishLimits | undefined> {
  try {
    return (await registry.whoami({ signal })).publishing;
  } catch (error) {
    if (!(error instanceof RegistryRequestError) || isAborted(error)) throw error;
    const isUnreachable = error.status === undefined && error.reason !== 'malformed';
    // Other registries may answer an unknown path with anything, even with a 401.
    if (isUnreachable || (isUnauthenticated(error) && error.code !== undefined)) throw error;
    return undefined;
  }
}
