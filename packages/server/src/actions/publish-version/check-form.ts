// Checks a form that was read: reports all problems at once, or returns what is to be published.
import type { Inspection, TarballProblem, TarballReport } from '@prime-registry/archive';
import {
  type ErrorCode,
  type FieldProblem,
  findNamespaceProblem,
  type Manifest,
  quote,
  RegistryError,
} from '@prime-registry/protocol';
import type { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import type { ReceivedTarball, TarballLimits } from '../tarballs/receive-tarball.ts';
import { type Counted, fillIn, findDisagreeing } from './find-disagreeing.ts';
import type { Leaks } from './find-leaks.ts';
import type { PublishForm } from './publish-form.ts';

/** The contents of a valid form. */
export interface CheckedForm extends Counted {
  readonly manifest: Manifest;
  readonly sourceManifest: Uint8Array;
  readonly tarball: ReceivedTarball;
  readonly report: TarballReport;
}

export interface FormChecks {
  readonly limits: TarballLimits;
  readonly manifestReader: ManifestReader;
}

/**
 * Checks a form.
 * @param leaks - access tokens that were found in it
 * @param key - for whom; see TaskUse
 * @throws RegistryError `invalid_form`, `invalid_manifest` or `invalid_tarball` with every wrong field; then
 *   `tarball_too_large`; `overloaded`
 */
export async function checkForm(
  { limits, manifestReader }: FormChecks,
  form: PublishForm,
  leaks: Leaks,
  key: string,
): Promise<CheckedForm> {
  const { manifest: sourceManifest, tarball } = form;
  const parsed = sourceManifest?.length
    ? await manifestReader.use(sourceManifest.length, key, (call) => call('parse', sourceManifest))
    : undefined;
  const manifest = parsed && 'manifest' in parsed ? parsed.manifest : undefined;
  const inspection = tarball?.sizeBytes ? tarball.inspection : undefined;
  const tarballProblem = inspection?.ok === false ? inspection.problem : undefined;
  const manifestProblems = [...(parsed && 'problems' in parsed ? parsed.problems : []), ...leaks.manifest];
  const disagreements =
    manifest && sourceManifest && tarball && inspection
      ? await findDisagreeing(manifestReader, { manifest, sourceManifest, tarball, inspection, key })
      : [];
  const tarballProblems = [
    ...describeInvalid(tarballProblem),
    ...findUnusableNamespaces(manifest, inspection),
    ...leaks.tarball,
  ];

  const others = [...disagreements, ...tarballProblems];
  refuse('invalid_form', 'The form is incomplete.', form.problems, [...manifestProblems, ...others]);
  refuse('invalid_manifest', 'The manifest cannot be published.', manifestProblems, others);
  refuse('invalid_manifest', 'The manifest and the tarball disagree.', disagreements, tarballProblems);
  refuse('invalid_tarball', 'The tarball cannot be published.', tarballProblems);
  if (tarballProblem !== undefined) throw tooLarge(`The tarball is too large: ${tarballProblem.message}.`);
  if (tarball !== undefined && inspection === undefined) {
    throw tooLarge(`The tarball has more than ${limits.maxTarballBytes} bytes, the limit of this registry.`);
  }
  if (manifest === undefined || sourceManifest === undefined || tarball === undefined || !inspection?.ok) {
    throw new Error('a form without problems is complete');
  }

  const { report } = inspection;
  return { manifest, sourceManifest, tarball, report, ...fillIn(manifest, report) };
}

/** Folders of the tarball whose names become namespaces, because the manifest lists none. */
function findUnusableNamespaces(
  manifest: Manifest | undefined,
  inspection: Inspection | undefined,
): FieldProblem[] {
  if (manifest?.namespaces !== undefined || inspection?.ok !== true) return [];
  return inspection.report.namespaces.flatMap((name) => {
    const problem = findNamespaceProblem(name);
    if (problem === undefined) return [];
    const message = `its folder ${quote(name)} is a namespace, but ${problem}; rename it, or list the namespaces in the manifest`;
    return [{ field: 'tarball', message }];
  });
}

/** Throws if there are problems, together with further ones that were found. */
function refuse(
  code: ErrorCode,
  detail: string,
  problems: readonly FieldProblem[],
  others: readonly FieldProblem[] = [],
): void {
  const [first] = problems;
  if (first === undefined) return;
  const errors = [...problems, ...others];
  const more = errors.length === 1 ? '' : ` And ${errors.length - 1} more: see errors.`;
  throw new RegistryError(code, { detail: `${detail} ${first.field}: ${first.message}.${more}`, errors });
}

function describeInvalid(problem: TarballProblem | undefined): FieldProblem[] {
  if (problem?.code !== 'invalid') return [];
  const where = problem.path === undefined ? '' : `${problem.path}: `;
  return [{ field: 'tarball', message: `${where}${problem.message}` }];
}

function tooLarge(detail: string): RegistryError {
  return new RegistryError('tarball_too_large', { detail });
}
