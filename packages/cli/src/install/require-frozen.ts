// `--frozen`: the lock file must cover everything. Any difference is an error, for CI to find.
import type { FieldProblem } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import type { InstallPlan } from './plan-install.ts';
import { SKILL_FILE } from './requirements.ts';

/** @throws ValidationError unless the plan matches the lock file exactly */
export function requireFrozen({ lookups, unmet, dropped }: InstallPlan, hasLockfile: boolean): void {
  if (!hasLockfile) {
    throw new ValidationError("there is no .primes/lock.yaml; run 'prime install' once and commit it");
  }
  const problems: FieldProblem[] = [
    ...lookups.map(({ name, range }) => ({
      field: name,
      message: `${SKILL_FILE} requires ${range.text}, which lock.yaml does not have`,
    })),
    ...unmet.map(({ by, name, range }) => ({
      field: name,
      message: `${by} requires ${range}, which lock.yaml does not have`,
    })),
    ...dropped.map(({ name, range }) => ({
      field: name,
      message:
        range === undefined
          ? 'is in lock.yaml, but nothing requires it'
          : `is in lock.yaml, but no longer in ${SKILL_FILE}`,
    })),
  ];
  if (problems.length > 0) {
    throw new ValidationError(
      `lock.yaml does not match ${SKILL_FILE}; run 'prime install' and commit it`,
      problems,
    );
  }
}
