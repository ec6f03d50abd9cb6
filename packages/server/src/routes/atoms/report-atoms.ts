// The atoms in the receipt of a publish.
import { MAX_RECEIPT_PROBLEMS, type PublishReceipt } from '@prime-registry/protocol';
import type { PublishedVersion } from '../../actions/publish-version/publish-version.ts';

/** The field of a receipt that is not in the contract; empty if the atoms could not be read. */
export function reportAtoms({
  version: { inventory },
  step,
}: PublishedVersion): Pick<PublishReceipt, 'atoms'> {
  if (inventory === undefined) return {};
  const { atomCount, kinds, problems, problemCount } = inventory.summary;
  return {
    atoms: {
      count: atomCount,
      kinds: kinds.map(({ kind, count }) => ({ kind, count })),
      problem_count: problemCount,
      problems: problems.slice(0, MAX_RECEIPT_PROBLEMS).map((problem) => ({ ...problem })),
      ...(step && {
        step: {
          from: step.from.full,
          changes: step.counts,
          rule: step.rule,
        },
      }),
    },
  };
}
