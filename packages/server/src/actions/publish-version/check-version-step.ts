// Checks the version rule of the protocol: whether the number of a new version says enough about what
// changed. Reports it to the author, or enforces it, as the operator has set.
import type { StepReport } from '@prime-registry/atoms';
import { type FieldProblem, RegistryError, type Version } from '@prime-registry/protocol';
import type { AtomStore, NewVersion } from '@prime-registry/store';
import type { ReadInventory } from '../../tasks/publish/tarball-reader.ts';

/**
 * What happens when a version breaks the rule: `warn` reports it, `enforce` refuses the version, `off` skips
 * the check.
 */
export type VersionRule = 'warn' | 'enforce' | 'off';

/** The step from one version to the next. */
export interface VersionStep extends StepReport {
  readonly from: Version;
}

export interface VersionStepDeps {
  readonly store: Pick<AtomStore, 'findComparedRows'>;
  readonly versionRule: VersionRule;
}

/**
 * Compares a new version with the one before it.
 * @returns undefined if that one has no inventory, the rule is off, or there is not enough memory
 * @throws RegistryError if the rule is enforced: `version_step_too_small`, or `overloaded` if there is not
 *   enough memory to compare them
 */
export async function checkVersionStep(
  { store, versionRule }: VersionStepDeps,
  { name, version }: Pick<NewVersion, 'name' | 'version'>,
  from: Version,
  inventory: ReadInventory,
): Promise<VersionStep | undefined> {
  if (versionRule === 'off') return undefined;
  const before = await store.findComparedRows(name.full, from);
  if (before === undefined) return undefined;
  const step = await inventory.judge(before, from, version);
  if (step === undefined) {
    if (versionRule !== 'enforce') return undefined;
    throw new RegistryError('overloaded', {
      detail: 'There is too little memory to compare the version with the one before. Try again in a moment.',
    });
  }
  if (versionRule === 'enforce' && !step.rule.respected) throw refuse(step);
  return { from, ...step };
}

function refuse({ rule: { message, reasons }, reasonCount }: StepReport): RegistryError {
  const errors: FieldProblem[] = reasons.map((reason) => ({ field: 'version', message: reason }));
  if (reasonCount > reasons.length) {
    errors.push({ field: 'version', message: `and ${reasonCount - reasons.length} more` });
  }
  return new RegistryError('version_step_too_small', {
    detail: `The version step is smaller than the change: ${message}. What requires it: ${reasons[0]}${reasonCount > 1 ? `, and ${reasonCount - 1} more: see errors` : ''}.`,
    errors,
  });
}
