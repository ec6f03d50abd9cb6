// `prime why`
import type { Command } from '../../command.ts';
import { drawReasons } from '../../install/draw-requirements.ts';
import type { Lockfile } from '../../install/lockfile/lockfile.ts';
import { notInstalled, requireLockfile } from '../../install/project-above.ts';
import { indexRequirers, isDirect } from '../../install/reach.ts';

/** Who requires a Prime. */
export interface WhyResult {
  readonly name: string;
  readonly version: string;
  /** The Prime, and all that lead to it, each with its requirements; sorted by name. */
  readonly reasons: readonly {
    readonly name: string;
    readonly version: string;
    readonly required_by: readonly {
      /** A Prime, or a file of the project; absent for a Prime that was installed by name. */
      readonly by?: string;
      readonly range: string;
    }[];
  }[];
  /** The drawing for people. */
  readonly tree: readonly string[];
}

export const why: Command<WhyResult> = {
  usage: {
    parameters: ['<name>'],
    examples: ['why @acme/core', 'why @acme/core --json'],
  },

  async run({ folder }, _flags, [name = '']) {
    const lockfile = await requireLockfile(
      folder,
      'there is no .primes/lock.yaml here: nothing is installed',
    );
    const prime = lockfile.get(name);
    if (prime === undefined) throw notInstalled(name);
    const { version } = prime;
    return { name, version, reasons: listReasons(lockfile, name), tree: drawReasons(lockfile, name) };
  },

  view: ({ tree }) => tree.join('\n'),
};

function listReasons(lockfile: Lockfile, name: string): WhyResult['reasons'] {
  const requirersOf = indexRequirers(lockfile);
  // The set grows while it is walked.
  const names = new Set([name]);
  for (const each of names) for (const { prime } of requirersOf(each)) names.add(prime.name);
  return [...names].sort().flatMap((each) => {
    const prime = lockfile.get(each);
    if (prime === undefined) return [];
    const { version, range = '', required_by: by } = prime;
    const own = isDirect(prime) ? [{ ...(by !== undefined && { by }), range }] : [];
    const others = requirersOf(each).map((other) => ({
      by: other.prime.name,
      range: other.range,
    }));
    return [{ name: each, version, required_by: [...own, ...others] }];
  });
}
