// Inspects a tarball of an upstream while it arrives, like one that is published here.
import type { Inspection } from '@prime-registry/archive';
import { RegistryError } from '@prime-registry/protocol';
import type { SecretCheck } from '../../actions/secrets/secret-check.ts';
import type { TarballLimits } from '../../actions/tarballs/receive-tarball.ts';
import { type OpenTarballTask, TarballReader } from '../../tasks/publish/tarball-reader.ts';
import type { FoundSecrets } from '../../tasks/publish/tarball-secrets.ts';
import { PULL_BYTES_PER_MS, withPace } from './transfer-pace.ts';

export interface ExpectedTarball {
  readonly name: string;
  readonly version: string;
  /** The length that its manifest states, in bytes; undefined if it does not. */
  readonly sizeBytes: number | undefined;
  /** The base URL of the upstream. */
  readonly url: string;
}

export interface InspectDeps {
  readonly limits: TarballLimits;
  readonly openTarballTask: OpenTarballTask;
  /** Undefined if tokens are not searched for. */
  readonly secrets: SecretCheck | undefined;
}

/**
 * Yields the chunks.
 * @throws RegistryError `upstream_mismatch` before the end if the tarball could not be published here, or
 *   has another length than its manifest states; `tarball_too_large`; `upstream_unavailable` if it arrives
 *   too slowly
 */
export async function* inspectPulled(
  chunks: AsyncIterable<Uint8Array>,
  { limits, openTarballTask, secrets }: InspectDeps,
  expected: ExpectedTarball,
  now?: () => number,
): AsyncGenerator<Uint8Array> {
  const search = secrets && { ...secrets.search, secretScan: 'off' as const };
  const reader = new TarballReader(
    openTarballTask,
    { limits, search, readsAtoms: false, refusesRepositories: false },
    `upstream ${expected.url}`,
  );
  const pace = { url: expected.url, minBytesPerMs: PULL_BYTES_PER_MS, now };
  let sizeBytes = 0;
  try {
    for await (const chunk of withPace(chunks, pace)) {
      sizeBytes += chunk.length;
      refuseLength(sizeBytes, limits, expected);
      await reader.write(chunk);
      yield chunk;
    }
    if (expected.sizeBytes !== undefined && sizeBytes !== expected.sizeBytes) {
      throw mismatch(expected, `has ${sizeBytes} bytes, but its manifest states ${expected.sizeBytes}`);
    }
    const read = await reader.finish();
    refuseInvalid(read.inspection, expected);
    if (secrets) await refuseTokens(secrets, { ...read.secrets, ...expected });
  } finally {
    reader.discard();
  }
}

/** @throws RegistryError `upstream_mismatch` if the tarball could not be published here */
export function refuseInvalid(inspection: Inspection | undefined, expected: ExpectedTarball): void {
  if (inspection?.ok !== false) return;
  const { path, message } = inspection.problem;
  throw mismatch(expected, `is not accepted here: ${path === undefined ? '' : `${path}: `}${message}`);
}

/** @throws RegistryError `upstream_mismatch` if a tarball contains a valid token of this registry */
export async function refuseTokens(
  check: SecretCheck,
  tarball: FoundSecrets & Pick<ExpectedTarball, 'name' | 'version' | 'url'>,
): Promise<void> {
  const [refusal] = await check.findRefusals(tarball);
  if (refusal !== undefined) throw mismatch(tarball, `is not accepted here: ${refusal}`);
}

/**
 * As soon as too many bytes have arrived, so that none of them is passed on. A tarball above the limit of this
 * registry is passed on, and not kept, if its manifest states how long it is.
 */
function refuseLength(sizeBytes: number, limits: TarballLimits, expected: ExpectedTarball): void {
  if (expected.sizeBytes !== undefined && sizeBytes > expected.sizeBytes) {
    throw mismatch(expected, `is longer than its manifest states (${expected.sizeBytes} bytes)`);
  }
  if (expected.sizeBytes === undefined) refuseTooLarge(limits, expected, sizeBytes);
}

/** @throws RegistryError `tarball_too_large` if the tarball exceeds the limit */
export function refuseTooLarge(
  { maxTarballBytes }: TarballLimits,
  { name, version }: Pick<ExpectedTarball, 'name' | 'version'>,
  sizeBytes: number,
): void {
  if (sizeBytes <= maxTarballBytes) return;
  const detail = `${name} ${version} has more than ${maxTarballBytes} bytes, the limit of this registry.`;
  throw new RegistryError('tarball_too_large', { detail });
}

function mismatch(
  { url, name, version }: Pick<ExpectedTarball, 'name' | 'version' | 'url'>,
  what: string,
): RegistryError {
  return new RegistryError('upstream_mismatch', {
    detail: `The tarball of ${name} ${version} from ${url} ${what}.`,
  });
}
