// Finds secrets in a publish: tokens of this registry, which are refused, and what looks like another secret.
import { type FieldProblem, RegistryError } from '@prime-registry/protocol';
import type { NewVersion } from '@prime-registry/store';
import type { TokenDigest } from '../../tasks/publish/found-tokens.ts';
import type { SecretCheck } from '../secrets/secret-check.ts';
import type { PublishForm } from './publish-form.ts';

/** Access tokens that must not be published. */
export interface Leaks {
  readonly manifest: readonly FieldProblem[];
  readonly tarball: readonly FieldProblem[];
}

const NO_LEAKS: Leaks = { manifest: [], tarball: [] };
/** Most places in the answer to a refused publish. */
export const MAX_PLACES = 50;
const PUBLIC = 'an access token, which everybody could read; remove it';

/**
 * Finds access tokens that must not be published: valid ones of this registry anywhere; in the manifest and
 * the README, which pages show, also those of other registries.
 */
export async function findLeaks(
  check: SecretCheck,
  { manifest = new Uint8Array(), tarball }: PublishForm,
): Promise<Leaks> {
  const inManifest = check.findIn(manifest);
  const report = tarball?.inspection?.ok === true ? tarball.inspection.report : undefined;
  const found = tarball?.secrets;
  if (inManifest.length === 0 && found?.tokens.length === 0 && !found.hasTooManyTokens) return NO_LEAKS;
  // What is in the README was found in the tarball.
  const inReadme =
    report?.readme && found && found.tokens.length > 0 ? check.findIn(Buffer.from(report.readme)) : [];
  const states = await check.judge([...inManifest, ...inReadme]);
  const mayNotBeShown = ({ sha256 }: { sha256: string }): boolean => states.get(sha256) !== 'ended';
  const shown = new Set(inReadme.map(({ sha256 }) => sha256));
  const elsewhere = found && { ...found, tokens: found.tokens.filter(({ sha256 }) => !shown.has(sha256)) };
  const refusals = report && elsewhere ? await check.findRefusals(elsewhere) : [];
  return {
    manifest: inManifest.some(mayNotBeShown) ? [{ field: 'manifest', message: `holds ${PUBLIC}` }] : [],
    tarball: [
      ...(inReadme.some(mayNotBeShown) ? [`its README contains ${PUBLIC}`] : []),
      ...refusals.slice(0, MAX_PLACES),
    ].map((message) => ({ field: 'tarball', message })),
  };
}

/**
 * Refuses valid tokens of this registry in what it would show of a manifest: there, escapes in YAML have
 * become characters.
 * @throws RegistryError `invalid_manifest`
 */
export async function requireNothingShown(check: SecretCheck, manifest: ShownFields): Promise<void> {
  const tokens = findShownTokens(check, manifest);
  if (tokens.length === 0) return;
  const states = await check.judge(tokens);
  if (!tokens.some(({ sha256 }) => states.get(sha256) === 'valid')) return;
  const message = `holds ${PUBLIC}`;
  throw new RegistryError('invalid_manifest', {
    detail: `The version cannot be published. manifest: ${message}.`,
    errors: [{ field: 'manifest', message }],
  });
}

/** The fields of a manifest that are shown. */
type ShownFields = Pick<NewVersion, 'description' | 'license' | 'primeVersion' | 'tags' | 'requires'> & {
  readonly namespaces?: readonly string[] | undefined;
};

/** The tokens in what the registry would show of a manifest. */
export function findShownTokens(
  check: SecretCheck,
  { description, license, primeVersion, namespaces = [], tags, requires = {} }: ShownFields,
): TokenDigest[] {
  return check.findIn(
    [description, license, primeVersion, ...namespaces, ...tags, ...Object.keys(requires)].join('\n'),
  );
}
