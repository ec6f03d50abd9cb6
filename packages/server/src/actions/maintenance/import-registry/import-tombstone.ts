// Imports a removed version.
import type { Act, TombstoneRecord } from '@prime-registry/store';
import { findPublicProblem, type ImportLifecycleDeps } from './import-lifecycle.ts';
import type { ImportOutcome } from './import-outcome.ts';

/** Imports a removed version: its number is taken here, too. A version that is here stays. */
export async function importTombstone(
  { store, secrets }: ImportLifecycleDeps,
  tombstone: TombstoneRecord,
  act: Act,
): Promise<ImportOutcome> {
  const { name, version, category, reason } = tombstone;
  const problem = reason === undefined ? undefined : findPublicProblem(secrets, reason);
  if (problem !== undefined) return { kind: 'refused', message: `its reason ${problem}` };
  switch (await store.insertTombstone(tombstone, act)) {
    case 'new':
      return { kind: 'imported' };
    case 'known':
      return { kind: 'skipped' };
    case 'version': {
      const hint = `'prime-registry remove ${name}@${version} --category ${category}' removes it here, too`;
      return { kind: 'conflict', message: `it was removed at the source (${category}) and is here; ${hint}` };
    }
    case 'elsewhere':
      return { kind: 'conflict', message: `${name} came from another registry here` };
  }
}
