// The comparisons before and after a comparison.
import type { VersionSummary } from '@prime-registry/store';
import type { ComparedRange } from '@prime-registry/web';

/** The steps to the first version of a range, and from its last one. @param versions - in descending order */
export function findSteps(
  versions: readonly VersionSummary[],
  [before, after]: ComparedRange,
): { readonly earlier: ComparedRange | undefined; readonly later: ComparedRange | undefined } {
  const next = (version: string, direction: 1 | -1): string | undefined => {
    const own = versions.findIndex((each) => each.version === version);
    // Nobody wants a comparison with a yanked version.
    for (let at = own + direction; own >= 0 && at >= 0 && at < versions.length; at += direction)
      if (versions[at]?.yanked === false) return versions[at]?.version;
    return undefined;
  };
  const [earlier, later] = [next(before, 1), next(after, -1)];
  return {
    earlier: earlier === undefined ? undefined : [earlier, before],
    later: later === undefined ? undefined : [after, later],
  };
}
