// Checks a tarball as a registry does, in one pass over its bytes and without a request.
import { createHash } from 'node:crypto';
import { TarballInspector, type TarballReport } from '@prime-registry/archive';
import { type Inventory, InventoryCollector } from '@prime-registry/atoms';
import { findDisagreements, findNamespaceProblem, type Manifest, quote } from '@prime-registry/protocol';
import type { FileDigests } from '../atoms/file-digests.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { type AcceptedLimits, findExceeded, WIDEST_LIMITS } from '../publish/registry-limits.ts';
import { type FileSink, joinSinks } from './inspect-tarball.ts';
import { MANIFEST_FILE, requireManifest, unpublishable } from './read-manifest.ts';
import { SecretCollector, type SecretOptions } from './secret-collector.ts';

/** A file in a tarball. */
interface PackedFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** A tarball that has passed all checks that need no request. */
export interface CheckedTarball {
  /** The pack.yaml, parsed. */
  readonly manifest: Manifest;
  /** The text of the pack.yaml that is published together with it; usually its own. */
  readonly manifestBytes: Uint8Array;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** In the order of the archive. */
  readonly files: readonly PackedFile[];
  /** Total size of all files. */
  readonly unpackedBytes: number;
  readonly entryCount: number;
  /** As the registry will report them: from the manifest, or counted if it has none. */
  readonly atoms: number;
  readonly namespaces: readonly string[];
  readonly warnings: readonly string[];
  /** Characters of the README without white space at its ends; 0 if there is none. */
  readonly readmeLength: number;
  /** The atoms that a registry will read; undefined if they cannot be read. */
  readonly inventory: Inventory | undefined;
}

export interface CheckOptions {
  /** What errors call the tarball. */
  readonly place: string;
  readonly secrets: SecretOptions;
  /** The sizes that its registry accepts; by default the highest that a registry can. */
  readonly limits?: AcceptedLimits | undefined;
  /** The pack.yaml of an already published tarball, which need not have one at its root. */
  readonly manifestBytes?: Uint8Array | undefined;
  /** Receives the digest of each file. */
  readonly digests?: FileDigests | undefined;
  readonly signal: AbortSignal;
  /** Receives each checked chunk; resolves when it is ready for the next one. */
  readonly keep?: (chunk: Uint8Array) => Promise<unknown>;
}

const WIDEST: AcceptedLimits = { limits: WIDEST_LIMITS, of: 'every registry' };

/**
 * Reads a tarball once, from the first to the last byte.
 * @throws ValidationError with the reasons for which a registry would refuse it, or with the secrets in it
 * @throws the signal's reason
 */
export async function checkTarball(
  chunks: AsyncIterable<Uint8Array>,
  options: CheckOptions,
): Promise<CheckedTarball> {
  const { place, limits: accepted = WIDEST, manifestBytes, digests, signal, keep } = options;
  const hash = createHash('sha256');
  const files: PackedFile[] = [];
  const atoms = new InventoryCollector();
  const secrets = new SecretCollector(options.secrets);
  const list: FileSink = { onFile: (path, size) => void files.push({ path, sizeBytes: size }) };
  const sinks = [list, atoms, secrets, ...(digests === undefined ? [] : [digests])];
  const inspector = new TarballInspector(accepted.limits, joinSinks(sinks));
  let sizeBytes = 0;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      sizeBytes += chunk.length;
      if (sizeBytes > accepted.limits.maxTarballBytes) {
        throw unpublishable(place, findExceeded({ sizeBytes, unpackedBytes: 0, entryCount: 0 }, accepted));
      }
      hash.update(chunk);
      await inspector.write(chunk);
      if (inspector.hasProblem) break;
      await keep?.(chunk);
    }
    const inspection = await inspector.finish();
    if (!inspection.ok) throw refused(place, inspection.problem.message);
    const inventory = await atoms.finish();
    secrets.requireNone(place);
    return judge(inspection.report, {
      ...{ place, files, sizeBytes, sha256: hash.digest('hex'), inventory },
      manifestBytes: manifestBytes ?? inspection.report.manifest,
    });
  } finally {
    inspector.discard();
  }
}

function judge(
  report: TarballReport,
  {
    place,
    manifestBytes,
    ...bytes
  }: Pick<CheckedTarball, 'files' | 'sizeBytes' | 'sha256' | 'inventory'> & {
    readonly place: string;
    readonly manifestBytes: Uint8Array | undefined;
  },
): CheckedTarball {
  const { unpackedBytes, entryCount } = report;
  if (manifestBytes === undefined) {
    throw new ValidationError(`${place} has no ${MANIFEST_FILE} at its root; create it with 'prime pack'`);
  }
  const manifest = requireManifest(manifestBytes, `${MANIFEST_FILE} of ${place}`);
  const { atoms = report.atoms, namespaces = report.namespaces } = manifest;
  const published = {
    name: manifest.name.full,
    version: manifest.version.full,
    description: manifest.description,
    license: manifest.license,
    'prime-version': manifest.primeVersion,
    atoms,
    namespaces,
    sha256: bytes.sha256,
  };
  const disagreements = findDisagreements(published, report.manifest ?? manifestBytes);
  if (disagreements.length > 0) throw unpublishable(place, disagreements);
  for (const namespace of namespaces) {
    const problem = findNamespaceProblem(namespace);
    if (problem === undefined) continue;
    const message = `its folder ${quote(namespace)} is a namespace, but ${problem}; rename it, or list the namespaces in ${MANIFEST_FILE}`;
    throw unpublishable(place, [{ field: 'tarball', message }]);
  }
  const warnings = findWarnings(manifest, report);
  const readmeLength = report.readme?.trim().length ?? 0;
  const counts = { unpackedBytes, entryCount, readmeLength };
  return { ...bytes, ...counts, manifest, manifestBytes, atoms, namespaces, warnings };
}

function findWarnings({ atoms }: Manifest, report: TarballReport): string[] {
  const warnings: string[] = [];
  if (report.readme === undefined) warnings.push('there is no README.md; people look for it first');
  if (atoms === undefined && report.atoms === 0) {
    warnings.push('no atoms were found: no .prime files in primes/, and no atom folders in compiled/');
  }
  if (atoms !== undefined && atoms !== report.atoms) {
    warnings.push(
      `${MANIFEST_FILE} says 'atoms: ${atoms}', but ${report.atoms} were found; remove the field to have them counted`,
    );
  }
  return warnings;
}

/** The advice of the inspector is for senders without prime. */
function refused(place: string, message: string): ValidationError {
  return unpublishable(place, [{ field: 'tarball', message: message.replace("'tar -czf'", "'prime pack'") }]);
}
