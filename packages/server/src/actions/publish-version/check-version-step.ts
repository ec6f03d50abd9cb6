// Whether a new version says enough about what was changed since the one before it: the rule of the protocol, told to the author
// and, where the operator says so, enforced.
import {
  type Bump,
  diffInventories,
  type Inventory,
  type InventoryDiff,
  judgeVersions,
  type VersionJudgement,
} from '@prime-registry/atoms';
import {
  compareVersions,
  type FieldProblem,
  isPrerelease,
  type PrimeName,
  parseVersion,
  RegistryError,
  type Version,
} from '@prime-registry/protocol';
import type { AtomStore } from '../../store/atom-store.ts';
import type { ListedVersion, VersionStore } from '../../store/registry-store.ts';

/** What is done about the rule: told, held against the author, or left alone. */
export type VersionRule = 'warn' | 'enforce' | 'off';

/** The words of {@link VersionRule}. */
export const VERSION_RULES: readonly VersionRule[] = ['warn', 'enforce', 'off'];

/** The step from one version to a new one. */
export interface VersionStep {
  readonly from: Version;
  readonly required: Bump;
  readonly diff: InventoryDiff;
  readonly judgement: VersionJudgement;
}

/** What the check works with. */
export interface VersionStepDeps {
  readonly store: Pick<VersionStore, 'listVersions'> & Pick<AtomStore, 'readComparedAtoms'>;
  readonly versionRule: VersionRule;
}

// What is told of a refusal; the diff of any two versions can be asked for.
const MAX_REASONS = 20;

/**
 * Compares a new version with the one that its users come from: of the lower ones that are not yanked, the highest stable one for
 * a stable version, so that no prerelease in between hides what it takes away, and the highest of all for a prerelease.
 * @returns undefined when there is none, or its atoms were not read, or nobody wants to know
 * @throws RegistryError `version_step_too_small` where the rule is enforced
 */
export async function checkVersionStep(
  { store, versionRule }: VersionStepDeps,
  name: PrimeName,
  version: Version,
  inventory: Inventory,
): Promise<VersionStep | undefined> {
  if (versionRule === 'off') return undefined;
  const from = findVersionBefore(await store.listVersions(name.full), version);
  const before = from && (await store.readComparedAtoms(name.full, from));
  if (from === undefined || before === undefined) return undefined;
  const diff = diffInventories(before, inventory.atoms);
  const judgement = judgeVersions(from, version, diff.bump);
  if (versionRule === 'enforce' && !judgement.isRespected) throw refuse(diff, judgement);
  return { from, required: diff.bump, diff, judgement };
}

/** @param listed in ascending precedence */
export function findVersionBefore(
  listed: readonly Pick<ListedVersion, 'version' | 'yanked'>[],
  version: Version,
): Version | undefined {
  const lower = listed
    .filter(({ yanked }) => !yanked)
    .flatMap((entry) => {
      const parsed = parseVersion(entry.version);
      return parsed.ok && compareVersions(parsed.value, version) < 0 ? [parsed.value] : [];
    });
  const stable = isPrerelease(version) ? undefined : lower.findLast((candidate) => !isPrerelease(candidate));
  return stable ?? lower.at(-1);
}

function refuse(diff: InventoryDiff, { message }: VersionJudgement): RegistryError {
  const reasons = listReasons(diff);
  const errors: FieldProblem[] = reasons.slice(0, MAX_REASONS).map((reason) => ({
    field: 'version',
    message: reason,
  }));
  if (reasons.length > MAX_REASONS) {
    errors.push({ field: 'version', message: `and ${reasons.length - MAX_REASONS} more` });
  }
  return new RegistryError('version_step_too_small', {
    detail: `The step of the version is smaller than what was changed: ${message}. What asks for it: ${reasons[0]}${reasons.length > 1 ? `, and ${reasons.length - 1} more: see errors` : ''}.`,
    errors,
  });
}

/** What asks for the bump of a diff, and nothing that would be content with less. */
export function listReasons({ bump, added, removed, changed, edges, removedVerbs }: InventoryDiff): string[] {
  if (bump === 'major') {
    return [
      ...removed.map((id) => `the atom ${id} is gone`),
      ...removedVerbs.map((verb) => `no edge is called '${verb}' any more`),
    ];
  }
  if (bump === 'minor') {
    return [
      ...added.map((id) => `the atom ${id} is new`),
      ...edges.flatMap(({ verb, gained }) =>
        gained.map(({ from, target }) => `the edge from ${from} ${verb} ${target} is new`),
      ),
    ];
  }
  return [
    ...changed.map(({ id }) => `the atom ${id} is changed`),
    ...edges.flatMap(({ verb, lost }) =>
      lost.map(({ from, target }) => `the edge from ${from} ${verb} ${target} is gone`),
    ),
  ];
}
