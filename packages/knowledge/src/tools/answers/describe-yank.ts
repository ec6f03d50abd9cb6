// Describes a yanked version.
import type { PrimeVersion } from '../../source/known-prime.ts';
import type { ToolCall } from '../tool-options.ts';

/** A line of facts for a yanked version: which one to use instead; none for any other version. */
export async function describeYank(
  call: ToolCall,
  prime: PrimeVersion & { readonly yanked: boolean },
): Promise<string[]> {
  if (!prime.yanked) return [];
  const current = await call.source.findPrime(prime.name, 'latest', call);
  const instead = current === undefined || current.yanked ? '' : `; the version to use is ${current.version}`;
  return [`yanked: withdrawn by its authors${instead}`];
}
