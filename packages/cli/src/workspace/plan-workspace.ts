// Plans the publish of a workspace: which of its Primes differ from what is published, and which versions they need.
import { join, relative } from 'node:path';
import type { RegistryClient } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import { getValue, parseRange } from '@prime-registry/protocol';
import { listPublished } from '../atoms/published-version.ts';
import type { CommandContext } from '../command.ts';
import { type PlacedProblem, ValidationError } from '../errors/validation-error.ts';
import { MANIFEST_FILE } from '../pack/read-manifest.ts';
import { planVersion } from '../version/plan-version.ts';
import type { VersionPlan } from '../version/version-plan.ts';
import { findPrimes, type WorkspacePrime } from './find-primes.ts';
import { orderPrimes } from './order-primes.ts';

/** What is to be done with a Prime of a workspace. */
export interface PrimePlan {
  readonly prime: WorkspacePrime;
  readonly version: VersionPlan;
  readonly registry: RegistryClient;
  /** Nothing differs from what is published. */
  readonly isUnchanged: boolean;
}

/** Most Primes that are compared at the same time; each can need the memory of its atoms. */
const COMPARE_LIMIT = 4;

/**
 * Compares each Prime with its registry; in the order in which they are to be published.
 * @throws ValidationError if a Prime requires versions of another one that nobody will be able to install
 */
export async function planWorkspace(
  context: CommandContext,
  root: string,
  targetFor: (scope: string) => RegistryClient | Promise<RegistryClient>,
): Promise<PrimePlan[]> {
  const primes = orderPrimes(await findPrimes(root));
  const { signal, terminal } = context;
  const progress = terminal.progress('Comparing', primes.length);
  let compared = 0;
  try {
    const plans = await mapConcurrently(primes, { limit: COMPARE_LIMIT, signal }, async (prime, end) => {
      const registry = await targetFor(prime.manifest.name.scope);
      const version = await planVersion({ ...context, signal: end }, registry, { folder: prime.folder });
      compared += 1;
      progress.update(compared, `${compared} of ${primes.length}`);
      return { prime, version, registry, isUnchanged: version.step === 'none' };
    });
    await requireInstallable(context, root, plans);
    return plans;
  } finally {
    progress.end();
  }
}

/** Each Prime must be able to have the versions of the others that it requires. */
async function requireInstallable(
  { signal }: CommandContext,
  root: string,
  plans: readonly PrimePlan[],
): Promise<void> {
  const byName = new Map(plans.map((plan) => [plan.version.name, plan]));
  const problems: PlacedProblem[] = [];
  for (const { prime, isUnchanged } of plans) {
    if (isUnchanged) continue;
    for (const [name, text] of Object.entries(prime.manifest.requires)) {
      const required = byName.get(name);
      if (required === undefined) continue;
      const range = getValue(parseRange(text));
      if (range.matches(required.version.published ?? '') || range.matches(required.version.to)) continue;
      const list = await listPublished(required.registry, name, signal);
      if (list?.versions.some(({ version, yanked }) => yanked !== true && range.matches(version))) continue;
      const place = relative(root, required.prime.folder);
      const message = `requires ${name}@${text}, but ${place} is ${required.version.to}, and no published version matches`;
      const path = join(prime.folder, MANIFEST_FILE);
      problems.push({ field: prime.manifest.name.full, message, path, key: 'requires' });
    }
  }
  if (problems.length > 0)
    throw new ValidationError(`some Primes of ${root} could not be installed`, problems);
}
