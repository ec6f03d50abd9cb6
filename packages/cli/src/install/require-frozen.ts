// `--frozen`: the lock file must cover everything. Any difference is an error, for CI to find.
import type { FieldProblem } from '@prime-registry/protocol';
import { shortenProblems } from '../errors/shorten-problems.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { isLocal, showLocal } from './local/local-path.ts';
import type { LockedPrime } from './lockfile/lockfile.ts';
import type { InstallPlan } from './plan-install.ts';
import { SKILL_FILE } from './skill/requirements.ts';

/** @throws ValidationError unless the plan matches the lock file exactly */
export function requireFrozen({ kept, lookups, unmet, dropped }: InstallPlan, hasLockfile: boolean): void {
  if (!hasLockfile) {
    throw new ValidationError("there is no .primes/lock.yaml; run 'prime install' once and commit it");
  }
  requireNoLocal(kept);
  const problems: FieldProblem[] = [
    ...lookups.map(({ name, range, required_by: by = SKILL_FILE }) => ({
      field: name,
      message: `${by} requires ${range.text}, which lock.yaml does not have`,
    })),
    ...unmet.map(({ by, name, range }) => ({
      field: name,
      message: `${by} requires ${range}, which lock.yaml does not have`,
    })),
    ...dropped.map(({ name, range, required_by: by = SKILL_FILE }) => ({
      field: name,
      message:
        range === undefined
          ? 'is in lock.yaml, but nothing requires it'
          : `is in lock.yaml, but no longer in ${by}`,
    })),
  ];
  if (problems.length > 0) {
    throw new ValidationError(
      `lock.yaml does not match ${SKILL_FILE}; run 'prime install' and commit it`,
      shortenProblems(problems),
    );
  }
}

/** @throws ValidationError for Primes of this machine: nobody else could install them */
function requireNoLocal(kept: readonly LockedPrime[]): void {
  const problems = kept
    .filter(({ registry }) => isLocal(registry))
    .map(({ name, registry }) => ({ field: name, message: `was installed from ${showLocal(registry)}` }));
  if (problems.length === 0) return;
  throw new ValidationError(
    'lock.yaml has Primes that no registry has, which --frozen does not install',
    shortenProblems(problems),
    {
      hint: "publish them, run 'prime install <name>' for each, and commit lock.yaml",
    },
  );
}
