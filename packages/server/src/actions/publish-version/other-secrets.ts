// Finds what looks like a secret in a publish, besides access tokens.
import { type FieldProblem, RegistryError } from '@prime-registry/protocol';
import { findSecrets } from '@prime-registry/secret-scan';
import type { FoundSecrets, PlacedSecret } from '../../tasks/publish/tarball-secrets.ts';
import type { SecretCheck } from '../secrets/secret-check.ts';
import { MAX_PLACES } from './find-leaks.ts';

/** What looks like a secret. */
export interface FoundInPublish {
  /** In the order of the form, at most about 200. */
  readonly secrets: readonly PlacedSecret[];
  /** The number of all. */
  readonly count: number;
  /** Whether all text was scanned. */
  readonly isComplete: boolean;
}

type TarballFindings = Pick<FoundSecrets, 'secrets' | 'secretCount' | 'isComplete'>;

/** Most places in the audit log and in a log line. */
const MAX_RECORDED = 20;

/** What looks like a secret in manifest and tarball; undefined if there is nothing, or no scan. */
export function findOtherSecrets(
  { search }: SecretCheck,
  sourceManifest: Uint8Array,
  { manifest, secrets: found }: { manifest: Uint8Array | undefined; secrets: TarballFindings },
): FoundInPublish | undefined {
  if (search.secretScan === 'off') return undefined;
  // Most clients send the file that is in the tarball.
  const isPacked = manifest !== undefined && Buffer.compare(manifest, sourceManifest) === 0;
  const inManifest = isPacked ? [] : findSecrets(sourceManifest);
  const secrets = [...inManifest.map((finding) => ({ path: 'manifest', ...finding })), ...found.secrets];
  const count = inManifest.length + found.secretCount;
  if (count === 0 && found.isComplete) return undefined;
  return { secrets, count, isComplete: found.isComplete };
}

/**
 * For the audit log: the same of a version whose manifest was published with it.
 * @returns undefined if there is nothing, or no scan
 */
export function listOtherSecrets(
  check: SecretCheck,
  sourceManifest: Uint8Array,
  secrets: TarballFindings,
): readonly string[] | undefined {
  const found = findOtherSecrets(check, sourceManifest, { manifest: sourceManifest, secrets });
  return found && listForAudit(found);
}

/** For the audit log: path, line and rule of the first ones. */
export function listForAudit({ secrets, count }: FoundInPublish): readonly string[] {
  const shown = secrets.slice(0, MAX_RECORDED).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
  return count > shown.length ? [...shown, `and ${count - shown.length} more`] : shown;
}

/** @throws RegistryError `secret_found` with their places */
export function refuseSecrets({ secrets, count }: FoundInPublish): void {
  const [first] = secrets;
  if (first === undefined) return;
  const errors: FieldProblem[] = secrets.slice(0, MAX_PLACES).map(({ path, rule, what, line, column }) => ({
    field: path,
    message: `has ${what} [${rule}]`,
    line,
    column,
  }));
  if (count > errors.length) errors.push({ field: 'tarball', message: `and ${count - errors.length} more` });
  const more = count === 1 ? '' : ` And ${count - 1} more: see errors.`;
  throw new RegistryError('secret_found', {
    detail:
      `This registry accepts no secrets. ${first.path}, line ${first.line}: has ${first.what} [${first.rule}]. ` +
      `Remove it, and revoke it if others may have seen it.${more}`,
    errors,
  });
}
