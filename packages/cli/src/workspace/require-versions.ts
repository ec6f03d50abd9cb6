// Requires that the Primes of a workspace have the versions that their changes need.
import { join } from 'node:path';
import { ValidationError } from '../errors/validation-error.ts';
import { MANIFEST_FILE } from '../pack/read-manifest.ts';
import type { PrimePlan } from './plan-workspace.ts';

/** Before anything is published: a half-published workspace is hard to explain. */
export function requireVersions(plans: readonly PrimePlan[]): void {
  const problems = plans
    .filter(({ isUnchanged, version: { from, to } }) => !isUnchanged && from !== to)
    .map(({ prime: { folder }, version: { name, from, to, why } }) => ({
      field: name,
      message: `${from} → ${to}: ${why}`,
      ...{ path: join(folder, MANIFEST_FILE), key: 'version' },
    }));
  if (problems.length === 0) return;
  const hint = "'--auto' writes these versions and publishes; 'prime version --auto --all' only writes them";
  throw new ValidationError('some versions are too low or taken; nothing was published', problems, { hint });
}
