// Verifies that the registry has logged what was published, and nothing else.
import { createHash } from 'node:crypto';
import { isAborted, LogError, RegistryRequestError } from '@prime-registry/client';
import type { PublishReceipt, VersionLogEntry } from '@prime-registry/protocol';
import { explainLogError } from '../log/explain-log-error.ts';
import type { RegistryLog } from '../log/registry-log.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import type { PublishJob } from './publish-outcome.ts';

/**
 * Checks the proof of a receipt, or asks for one if the registry is known to have a log. If requests fail, such as for a
 * token that may publish and not read, that is a warning: the version is published in any case.
 * @throws CommandError with the evidence
 */
export async function checkReceiptLog(job: PublishJob, receipt: PublishReceipt): Promise<void> {
  const { registry, tarball, terminal, openLogs, signal } = job;
  const logs = await openLogs();
  const { name, version } = tarball.manifest;
  try {
    const entry = await findEntry(logs.of(registry), receipt, signal);
    if (entry !== undefined) requireSame(entry, tarball);
  } catch (error) {
    if (error instanceof RegistryRequestError && !isAborted(error)) {
      terminal.warn(`the entry of ${name.full} ${version.full} in the log was not checked: ${error.message}`);
      return;
    }
    throw await explainLogError(error, {
      ...{ registry: registry.baseUrl, stateFolder: logs.stateFolder },
      consequence: `${name.full} ${version.full} was published there`,
    });
  }
}

/** The entry that the log has for the version; undefined without a log. */
async function findEntry(
  log: RegistryLog,
  { name, version, sha256, log: logged }: PublishReceipt,
  signal: AbortSignal,
): Promise<VersionLogEntry | undefined> {
  const expected = { name, version, sha256 };
  if ((await log.findTrust(signal)) === undefined) return undefined;
  if (logged !== undefined) return (await log.checkReceipt(logged.proof, expected, signal)).entry;
  const checked = await log.checkVersion(expected, signal);
  return checked.state === 'logged' ? checked.entry : undefined;
}

/** The digest is checked with the proof. @throws LogError if something else differs from what was sent */
function requireSame({ type, size, manifest_sha256 }: VersionLogEntry, tarball: CheckedTarball): void {
  const sent = {
    type: 'publish',
    size: tarball.sizeBytes,
    manifest_sha256: createHash('sha256').update(tarball.manifestBytes).digest('hex'),
  };
  const logged: typeof sent = { type, size, manifest_sha256 };
  for (const field of ['type', 'size', 'manifest_sha256'] as const) {
    if (logged[field] === sent[field]) continue;
    const exhibits = [{ title: 'The entry of the log', text: JSON.stringify(logged) }];
    const message = `the log has '${field}' as ${logged[field]}, and ${sent[field]} was sent`;
    throw new LogError('other-entry', message, { exhibits });
  }
}
