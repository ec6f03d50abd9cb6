// What a receipt and a diff say of atoms, in the words of the wire.
import type { InventoryDiff, VersionJudgement } from '@prime-registry/atoms';
import {
  type AtomDiff,
  MAX_RECEIPT_PROBLEMS,
  MAX_RULE_REASONS,
  type PublishReceipt,
} from '@prime-registry/protocol';
import { listReasons } from '../../actions/publish-version/check-version-step.ts';
import type { PublishedVersion } from '../../actions/publish-version/publish-version.ts';

/** What a receipt has beside the fields of the contract; nothing when the atoms could not be read. */
export function reportAtoms({
  version: { inventory },
  step,
}: PublishedVersion): Pick<PublishReceipt, 'atoms'> {
  if (inventory === undefined) return {};
  const { atoms, problems, problemCount } = inventory;
  const counts = new Map<string, number>();
  for (const { kind } of atoms) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = Array.from(counts, ([kind, count]) => ({ kind, count }));
  return {
    atoms: {
      count: atoms.length,
      kinds: kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
      problem_count: problemCount,
      problems: problems.slice(0, MAX_RECEIPT_PROBLEMS).map((problem) => ({ ...problem })),
      ...(step && {
        step: {
          from: step.from.full,
          changes: countChanges(step.diff),
          rule: describeRule(step.diff, step.judgement),
        },
      }),
    },
  };
}

/** How much was changed. */
export function countChanges(diff: InventoryDiff): AtomDiff['counts'] {
  const { added, removed, changed, edges, removedVerbs } = diff;
  return {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    edges_gained: edges.reduce((sum, { gained }) => sum + gained.length, 0),
    edges_lost: edges.reduce((sum, { lost }) => sum + lost.length, 0),
    removed_verbs: removedVerbs.length,
  };
}

/** What the rule says of a step. */
export function describeRule(
  diff: InventoryDiff,
  { isRespected, suggestion, message }: VersionJudgement,
): AtomDiff['rule'] {
  return {
    required: diff.bump,
    respected: isRespected,
    ...(suggestion !== undefined && { suggestion }),
    message,
    reasons: isRespected ? [] : listReasons(diff).slice(0, MAX_RULE_REASONS),
  };
}
