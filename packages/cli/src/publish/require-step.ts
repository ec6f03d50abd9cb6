// Compares a tarball with what a registry has, where the registry itself cannot be asked before a publish.
import { isAborted, RegistryRequestError } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { type AtomDiff, parseVersion } from '@prime-registry/protocol';
import { compareWithPublished } from '../atoms/compare-folder.ts';
import { reportStep } from '../atoms/show-diff.ts';
import type { CommandContext } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { describeConflict, type PublishJob } from './publish-outcome.ts';
import { SMALL_STEP_HINT } from './small-step-hint.ts';

/** How strict to be. */
export interface StepOptions {
  readonly allowsSmallStep: boolean;
  /** In a dry run, why the registry does not check the Prime. */
  readonly unchecked: string | undefined;
}

/**
 * Stops before a version step that is too small. What cannot be compared is said, and not an error: a registry need
 * not let its publishers read.
 * @throws ValidationError @throws RegistryRequestError if the version is already published, in a dry run
 */
export async function requireStep(
  context: CommandContext,
  job: PublishJob,
  { allowsSmallStep, unchecked }: StepOptions,
): Promise<void> {
  const { terminal } = context;
  const { registry, tarball } = job;
  const { name, version } = tarball.manifest;
  const subject = `${name.full} ${version.full}`;
  const isDryRun = unchecked !== undefined;
  if (isDryRun) {
    terminal.note(`${unchecked}. It is not known whether it accepts the token, the name and the contents.`);
  } else if (allowsSmallStep) return;
  let diff: AtomDiff | undefined;
  try {
    diff = await compareWithPublished(context, registry, tarball);
  } catch (error) {
    if (isAborted(error) || context.signal.aborted || !(error instanceof Error)) throw error;
    terminal.note(`the version step of ${subject} was not checked: ${toPrintable(error.message)}`);
    return;
  }
  if (diff === undefined) return;
  if (isSame(diff)) {
    // A publish asks the registry, and explains its answer.
    if (!isDryRun) return;
    throw new RegistryRequestError(describeConflict(job, undefined), {
      registry: registry.baseUrl,
      request: `GET /pack/${name.full}`,
      ...{ reason: 'status', status: 409, code: 'version_exists' },
    });
  }
  const { rule } = diff;
  if (rule.respected) return;
  if (allowsSmallStep) return reportStep(rule, terminal);
  const problems = rule.reasons.map((message) => ({ field: 'version', message }));
  throw new ValidationError(`${subject} was not published: ${rule.message}`, problems, {
    hint: SMALL_STEP_HINT,
  });
}

/** Whether the version itself is published: then it was compared with itself. */
function isSame({ from, to }: AtomDiff): boolean {
  const [one, other] = [parseVersion(from), parseVersion(to)];
  return one.ok && other.ok && one.value.identity === other.value.identity;
}
