// Judges a form that was read: what is wrong with it, all of it at once, or what there is to publish.
import type { TarballProblem, TarballReport } from '@prime-registry/archive';
import {
  type ErrorCode,
  type FieldProblem,
  findDisagreements,
  type Manifest,
  parseManifest,
  RegistryError,
} from '@prime-registry/protocol';
import type { PublishForm } from './publish-form.ts';
import type { ReceivedTarball, TarballLimits } from './receive-tarball.ts';

/** What a good form holds. */
export interface CheckedForm {
  readonly manifest: Manifest;
  readonly sourceManifest: Uint8Array;
  readonly tarball: ReceivedTarball;
  readonly report: TarballReport;
  readonly atoms: number;
  readonly namespaces: readonly string[];
}

/**
 * Checks a form.
 * @throws RegistryError `invalid_form`, `invalid_manifest` or `invalid_tarball`, with every field that is wrong; then
 *   `tarball_too_large`.
 */
export function checkForm(form: PublishForm, limits: TarballLimits): CheckedForm {
  const { manifest: sourceManifest, tarball } = form;
  const parsed = sourceManifest?.length ? parseManifest(sourceManifest) : undefined;
  const manifest = parsed && 'manifest' in parsed ? parsed.manifest : undefined;
  const inspection = tarball?.sizeBytes ? tarball.inspection : undefined;
  const tarballProblem = inspection?.ok === false ? inspection.problem : undefined;
  const manifestProblems = [
    ...(parsed && 'problems' in parsed ? parsed.problems : []),
    ...(manifest && tarball && inspection ? findWrongDigest(manifest, tarball) : []),
  ];
  const tarballProblems = describeInvalid(tarballProblem);

  refuse('invalid_form', 'The form is not complete.', form.problems, [
    ...manifestProblems,
    ...tarballProblems,
  ]);
  refuse('invalid_manifest', 'The manifest cannot be published.', manifestProblems, tarballProblems);
  refuse('invalid_tarball', 'The tarball cannot be published.', tarballProblems);
  if (tarballProblem !== undefined) throw tooLarge(tarballProblem.message);
  if (tarball !== undefined && inspection === undefined) {
    throw tooLarge(
      `The tarball has more than ${limits.maxTarballBytes} bytes, the most that this registry takes.`,
    );
  }
  if (manifest === undefined || sourceManifest === undefined || tarball === undefined || !inspection?.ok) {
    throw new Error('a form without problems is complete');
  }

  const { report } = inspection;
  const atoms = manifest.atoms ?? report.atoms;
  const namespaces = manifest.namespaces ?? report.namespaces;
  const checked = { manifest, sourceManifest, tarball, report, atoms, namespaces };
  refuse('invalid_manifest', 'The manifest and the tarball disagree.', findPackedDisagreements(checked));
  return checked;
}

/** Throws when there are problems; what else was found is told along with them. */
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

function findWrongDigest(manifest: Manifest, tarball: ReceivedTarball): FieldProblem[] {
  if (manifest.sha256 === undefined || manifest.sha256 === tarball.sha256) return [];
  return [
    {
      field: 'sha256',
      message: `is '${manifest.sha256}', but the tarball that arrived has '${tarball.sha256}'; leave it out or correct it`,
    },
  ];
}

function findPackedDisagreements({
  manifest,
  tarball,
  report,
  atoms,
  namespaces,
}: CheckedForm): FieldProblem[] {
  if (report.manifest === undefined) return [];
  const published = {
    name: manifest.name.full,
    version: manifest.version.full,
    description: manifest.description,
    license: manifest.license,
    'prime-version': manifest.primeVersion,
    atoms,
    namespaces,
    sha256: tarball.sha256,
  };
  return findDisagreements(published, report.manifest);
}

function describeInvalid(problem: TarballProblem | undefined): FieldProblem[] {
  if (problem?.code !== 'invalid') return [];
  const where = problem.path === undefined ? '' : `${problem.path}: `;
  return [{ field: 'tarball', message: `${where}${problem.message}` }];
}

function tooLarge(detail: string): RegistryError {
  return new RegistryError('tarball_too_large', { detail });
}
