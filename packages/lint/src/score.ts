// The score of a version: points for what readers of a Prime need, each part with its reasons. It depends on the
// version alone, so it never changes.
import type { AtomAssessment } from './assessment.ts';
import { FindingList } from './finding.ts';
import type { RuleCode } from './rule-table.ts';
import { lintManifest, type PrimeFacts } from './rules/lint-manifest.ts';

/** Why points are missing. */
export interface ScoreReason {
  readonly rule: RuleCode;
  /** Number of findings. */
  readonly count: number;
}

export interface ScorePart {
  readonly id: 'documentation' | 'soundness' | 'agents' | 'license';
  readonly title: string;
  /** A whole number from 0 to `max`. */
  readonly points: number;
  readonly max: number;
  /** Empty if no points are missing. */
  readonly reasons: readonly ScoreReason[];
}

export interface Score {
  /** The sum of all parts, from 0 to 100. */
  readonly points: number;
  readonly max: 100;
  readonly parts: readonly ScorePart[];
}

/** Some points of a part, and the rules that cost them. */
interface Share {
  readonly max: number;
  /** From 0 to 1. */
  readonly share: number;
  readonly rules: readonly RuleCode[];
}

export function scoreVersion({ atoms, edges, counts }: AtomAssessment, facts: PrimeFacts): Score {
  const surroundings = new FindingList(0);
  lintManifest(facts, surroundings);
  // Targets in a scope of the Prime may be atoms of a Prime that it requires: that does not depend on it alone.
  const dangling = facts.requires.length > 0 ? 0 : (counts['dangling-edge'] ?? 0);
  const all = { ...counts, ...surroundings.counts, 'dangling-edge': dangling };
  const count = (...rules: RuleCode[]): number => rules.reduce((sum, rule) => sum + (all[rule] ?? 0), 0);
  const toShare = (max: number, share: number, ...rules: RuleCode[]): Share => ({ max, share, rules });
  /** The share without these findings; 0 if there is nothing that could be right. */
  const without = (max: number, total: number, ...rules: RuleCode[]): Share => {
    const share = atoms === 0 ? 0 : 1 - Math.min(1, count(...rules) / Math.max(1, total));
    return { max, share, rules };
  };
  const unread = count('unreadable-atom', 'duplicate-id');
  const readme = count('missing-readme') === 0 ? 1 : facts.readmeLength > 0 ? 0.5 : 0;

  const parts = [
    toPart('documentation', 'Documentation', [
      toShare(10, readme, 'missing-readme'),
      toShare(5, count('short-description') === 0 ? 1 : 0, 'short-description'),
      without(15, atoms, 'missing-description'),
    ]),
    toPart('soundness', 'Soundness', [
      without(15, atoms + unread, 'unreadable-atom', 'duplicate-id'),
      without(15, edges, 'dangling-edge', 'self-edge'),
      // The fifth contradiction costs the last point.
      without(10, 5, 'edge-contradiction', 'contradictory-needs', 'stale-compiled'),
    ]),
    toPart('agents', 'Use by agents', [
      without(10, atoms, 'oversized-atom'),
      without(5, atoms, 'duplicate-content'),
      without(5, atoms, 'missing-version'),
    ]),
    toPart('license', 'License', [toShare(10, count('license-not-spdx') === 0 ? 1 : 0, 'license-not-spdx')]),
  ];
  return { points: parts.reduce((sum, { points }) => sum + points, 0), max: 100, parts };

  function toPart(id: ScorePart['id'], title: string, shares: readonly Share[]): ScorePart {
    const lost = shares.filter(({ share }) => share < 1).flatMap(({ rules }) => rules);
    const named = atoms === 0 && (id === 'soundness' || id === 'agents') ? (['no-atoms'] as const) : [];
    const reasons = [...named, ...lost].flatMap((rule) =>
      count(rule) > 0 ? [{ rule, count: count(rule) }] : [],
    );
    return {
      ...{ id, title, reasons },
      // Rounded down, so that only what has no findings gets all points.
      points: shares.reduce((sum, { max, share }) => sum + Math.floor(max * share), 0),
      max: shares.reduce((sum, { max }) => sum + max, 0),
    };
  }
}
