// Whether a new version says enough about what was changed since the one before it: the rule of the protocol, told to the author
// and, where the operator says so, enforced.
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

/** What is done about the rule: told, held against the author, or left alone. */
export type VersionRule = 'warn' | 'enforce' | 'off';

/** The step from one version to a new one. */
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
 * Compares a new version with the one that its users come from.
 * @returns undefined when the atoms of that one were not read, or nobody wants to know
 * @throws RegistryError `version_step_too_small` where the rule is enforced
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
    detail: `The step of the version is smaller than what was changed: ${message}. What asks for it: ${reasons[0]}${reasons.length > 1 ? `, and ${reasons.length - 1} more: see errors` : ''}.`,
    errors,
  });
}
