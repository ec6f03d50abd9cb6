// Draws which locked Prime requires which. Each Prime is drawn with its branches once: circles end there, and the
// drawing never has more lines than there are requirements. A lock file is untrusted: depth and lines are bounded.
import { toPrintable } from '@prime-registry/command-line';
import { requiresOf } from './lockfile/locked-requires.ts';
import type { LockedPrime, Lockfile } from './lockfile/lockfile.ts';
import { indexRequirers, isDirect } from './reach.ts';

const AGAIN = '(see above)';

/** Most Primes between a root and a branch. */
const MAX_DEPTH = 100;
/** Most branches of a drawing. */
const MAX_BRANCHES = 20_000;

/** From what the project requires down to what these require. */
export function drawTree(lockfile: Lockfile): string[] {
  const drawn = new Set<string>();
  const drawAll = createDrawAll();
  const draw = (name: string, reason: string, depth: number): Branch => {
    const prime = lockfile.get(name);
    if (prime === undefined) return { label: `${name} ${reason} is not in lock.yaml` };
    const requires = Object.entries(requiresOf(prime));
    const isAgain = drawn.has(name) && requires.length > 0;
    drawn.add(name);
    const label = `${name} ${prime.version} ${reason}${isAgain ? ` ${AGAIN}` : ''}`;
    if (isAgain) return { label };
    const branches = drawAll(requires, depth, ([each, range]) => draw(each, `(${range})`, depth + 1));
    return { label, branches };
  };
  const direct = [...lockfile.values()].filter(isDirect);
  return drawBranches(drawAll(direct, 0, (prime) => draw(prime.name, `(${describeReason(prime)})`, 1)));
}

/** From one Prime up to what the project requires. */
export function drawReasons(lockfile: Lockfile, name: string): string[] {
  const requirersOf = indexRequirers(lockfile);
  const drawn = new Set<string>();
  const drawAll = createDrawAll();
  const draw = (prime: LockedPrime, requirement: string, depth: number): Branch => {
    const isAgain = drawn.has(prime.name);
    drawn.add(prime.name);
    const label = `${prime.name} ${prime.version}${requirement}${isAgain ? ` ${AGAIN}` : ''}`;
    if (isAgain) return { label };
    const own = isDirect(prime) ? [{ label: describeReason(prime) }] : [];
    const others = drawAll(requirersOf(prime.name), depth, (each) =>
      draw(each.prime, ` requires ${each.range}`, depth + 1),
    );
    return { label, branches: [...own, ...others] };
  };
  const prime = lockfile.get(name);
  return prime === undefined ? [] : drawBranches([draw(prime, '', 1)]);
}

/** Draws the branches of one drawing: all of them, unless they are too deep or too many. */
function createDrawAll() {
  let left = MAX_BRANCHES;
  return <T>(items: readonly T[], depth: number, draw: (item: T) => Branch): readonly Branch[] => {
    const branches: Branch[] = [];
    for (const item of items) {
      if (depth >= MAX_DEPTH || left <= 0) return [...branches, { label: '… and more than can be drawn' }];
      left -= 1;
      branches.push(draw(item));
    }
    return branches;
  };
}

/** Why the project has it. */
function describeReason({ range, required_by: by }: LockedPrime): string {
  return by === undefined ? `installed by name as ${range}` : `${toPrintable(by)} requires ${range}`;
}

/** A node of a drawn tree. */
interface Branch {
  readonly label: string;
  readonly branches?: readonly Branch[];
}

/** The lines of a tree; the roots stand at the margin. */
function drawBranches(roots: readonly Branch[]): string[] {
  return roots.flatMap(({ label, branches = [] }) => [label, ...drawBelow(branches, '')]);
}

function drawBelow(branches: readonly Branch[], margin: string): string[] {
  return branches.flatMap(({ label, branches: below = [] }, index) => {
    const isLast = index === branches.length - 1;
    return [
      `${margin}${isLast ? '└─ ' : '├─ '}${label}`,
      ...drawBelow(below, `${margin}${isLast ? '   ' : '│  '}`),
    ];
  });
}
