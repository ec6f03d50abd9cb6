// Says which rule of which file is not met.
import { ValidationError } from '../errors/validation-error.ts';
import type { UnmetWish } from './judge.ts';

/** A rule that a version does not meet. */
export interface UnmetRule {
  readonly prime: { readonly name: string; readonly version: string };
  readonly wish: UnmetWish;
}

/** The line of a policy, what it wants, and what is there. */
function showUnmet({ file, line, kind, wanted, found }: UnmetWish): string {
  return `${file}, line ${line} (${kind}): wants ${wanted}; ${found}`;
}

/** The error for versions that do not meet the policies. @param consequence - a sentence without a full stop */
export function describeUnmet(unmet: readonly UnmetRule[], consequence: string): ValidationError {
  const problems = unmet.map(({ prime, wish }) => ({
    field: `${prime.name} ${prime.version}`,
    message: showUnmet(wish),
  }));
  return new ValidationError(`the policy is not met. ${consequence}`, problems, {
    code: 'policy_not_met',
    hint: "install versions that meet the rules; anyone who may change the policy changes the lines above. 'prime policy check' shows what holds",
  });
}
