// Checks the version rule of the protocol: whether the number of a new version says enough about what
// changed. Reports it to the author, or enforces it, as the operator has set.
import {
  diffInventories,
  type Inventory,
  type InventoryDiff,
  judgeVersions,
  listReasons,
  type VersionJudgement,
} from '@prime-registry/atoms';
import { type FieldProblem, MAX_RULE_REASONS, RegistryError, type Version } from '@prime-registry/protocol';
import type { AtomStore, NewVersion } from '@prime-registry/store';

/**
 * What happens when a version breaks the rule: `warn` reports it, `enforce` refuses the version, `off` skips
 * the check.
 */
export type VersionRule = 'warn' | 'enforce' | 'off';

/** The step from one version to the next. */
export interface VersionStep {
  readonly from: Version;
  readonly diff: InventoryDiff;
  readonly judgement: VersionJudgement;
}

/** What the check works with. */
export interface VersionStepDeps {
  readonly store: Pick<AtomStore, 'readComparedAtoms'>;
  readonly versionRule: VersionRule;
}

/**
 * Compares a new version with the one before it.
 * @returns undefined if that one has no inventory, or the rule is off
 * @throws RegistryError `version_step_too_small` if the rule is enforced
 */
export async function checkVersionStep(
  { store, versionRule }: VersionStepDeps,
  { name, version }: Pick<NewVersion, 'name' | 'version'>,
  from: Version,
  inventory: Inventory,
): Promise<VersionStep | undefined> {
  if (versionRule === 'off') return undefined;
  const before = await store.readComparedAtoms(name.full, from);
  if (before === undefined) return undefined;
  const diff = diffInventories(before, inventory.atoms);
  const judgement = judgeVersions(from, version, diff.bump);
  if (versionRule === 'enforce' && !judgement.isRespected) throw refuse(diff, judgement);
  return { from, diff, judgement };
}

function refuse(diff: InventoryDiff, { message }: VersionJudgement): RegistryError {
  const reasons = listReasons(diff);
  const errors: FieldProblem[] = reasons.slice(0, MAX_RULE_REASONS).map((reason) => ({
    field: 'version',
    message: reason,
  }));
  if (reasons.length > MAX_RULE_REASONS) {
    errors.push({ field: 'version', message: `and ${reasons.length - MAX_RULE_REASONS} more` });
  }
  return new RegistryError('version_step_too_small', {
    detail: `The version step is smaller than the change: ${message}. What requires it: ${reasons[0]}${reasons.length > 1 ? `, and ${reasons.length - 1} more: see errors` : ''}.`,
    errors,
  });
}
