// Draws which locked Prime requires which. Each Prime is drawn with its branches once: circles end there, and the
// drawing never has more lines than there are requirements.
import { type Branch, drawBranches } from '../terminal/draw-branches.ts';
import { requiresOf } from './lockfile/locked-requires.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { indexRequirers, isDirect } from './reach.ts';

const AGAIN = '(see above)';

/** From what the project requires down to what these require. */
export function drawTree(lockfile: Lockfile): string[] {
  const drawn = new Set<string>();
  const draw = (name: string, reason: string): Branch => {
    const prime = lockfile.get(name);
    if (prime === undefined) return { label: `${name} ${reason} is not in lock.yaml` };
    const requires = Object.entries(requiresOf(prime));
    const isAgain = drawn.has(name) && requires.length > 0;
    drawn.add(name);
    const label = `${name} ${prime.version} ${reason}${isAgain ? ` ${AGAIN}` : ''}`;
    return { label, branches: isAgain ? [] : requires.map(([each, range]) => draw(each, `(${range})`)) };
  };
  const direct = [...lockfile.values()].filter(isDirect);
  return drawBranches(direct.map((prime) => draw(prime.name, `(${describeReason(prime)})`)));
}

/** From one Prime up to what the project requires. */
export function drawReasons(lockfile: Lockfile, name: string): string[] {
  const requirersOf = indexRequirers(lockfile);
  const drawn = new Set<string>();
  const draw = (prime: LockedPrime, requirement: string): Branch => {
    const isAgain = drawn.has(prime.name);
    drawn.add(prime.name);
    const label = `${prime.name} ${prime.version}${requirement}${isAgain ? ` ${AGAIN}` : ''}`;
    if (isAgain) return { label };
    const own = isDirect(prime) ? [{ label: describeReason(prime) }] : [];
    const others = requirersOf(prime.name).map((each) => draw(each.prime, ` requires ${each.range}`));
    return { label, branches: [...own, ...others] };
  };
  const prime = lockfile.get(name);
  return prime === undefined ? [] : drawBranches([draw(prime, '')]);
}

/** Why the project has it. */
function describeReason({ range, required_by: by }: LockedPrime): string {
  return by === undefined ? `installed by name as ${range}` : `${by} requires ${range}`;
}
