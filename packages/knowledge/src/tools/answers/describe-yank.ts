// Describes a yanked version.
import type { KnowledgeSource } from '../../source/knowledge-source.ts';
import type { PrimeVersion } from '../../source/known-prime.ts';
import type { ToolOptions } from '../tool-options.ts';

/** A line of facts for a yanked version: which one to use instead; none for any other version. */
export async function describeYank(
  source: KnowledgeSource,
  prime: PrimeVersion & { readonly yanked: boolean },
  options: ToolOptions,
): Promise<string[]> {
  if (!prime.yanked) return [];
  const current = await source.findPrime(prime.name, 'latest', options);
  const instead = current === undefined || current.yanked ? '' : `; the version to use is ${current.version}`;
  return [`yanked: withdrawn by its authors${instead}`];
}
