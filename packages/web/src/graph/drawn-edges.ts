// The lines of a drawing, and the verbs that they have.
import type { GraphAtom } from '@prime-registry/store';

/** The maximum number of lines. */
const MAX_LINES = 8000;
/** Verbs that can be told apart in a picture; the rarest of more share one name. */
const MAX_VERBS = 16;
const OTHER_VERBS = 'other';

/** A line between two atoms, by their positions in the list. */
export interface DrawnEdge {
  readonly from: number;
  readonly to: number;
  readonly verbs: readonly string[];
}

interface DrawnVerb {
  readonly verb: string;
  readonly count: number;
}

/** One line for all edges between two atoms in one direction. */
export function joinEdges(atoms: readonly GraphAtom[]): DrawnEdge[] {
  const places = new Map(atoms.map(({ id }, index) => [id, index]));
  const lines = new Map<string, { from: number; to: number; verbs: string[] }>();
  for (const [from, { edges }] of atoms.entries()) {
    for (const { verb, target } of edges) {
      const to = places.get(target);
      if (to === undefined || to === from) continue;
      const key = `${from} ${to}`;
      const known = lines.get(key);
      if (known === undefined && lines.size >= MAX_LINES) continue;
      if (known === undefined) lines.set(key, { from, to, verbs: [verb] });
      else if (!known.verbs.includes(verb)) known.verbs.push(verb);
    }
  }
  return [...lines.values()];
}

/** The edges, and their verbs. */
export interface NamedVerbs {
  readonly edges: readonly DrawnEdge[];
  /** The most frequent first. */
  readonly verbs: readonly DrawnVerb[];
}

/** Counts the verbs, and gives the rarest of many one name. */
export function nameVerbs(edges: readonly DrawnEdge[]): NamedVerbs {
  const counts = new Map<string, number>();
  for (const { verbs } of edges) for (const verb of verbs) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  const byCount = [...counts]
    .map(([verb, count]): DrawnVerb => ({ verb, count }))
    .toSorted((a, b) => b.count - a.count || (a.verb < b.verb ? -1 : 1));
  if (byCount.length <= MAX_VERBS) return { edges, verbs: byCount };
  const shown = byCount.filter(({ verb }) => verb !== OTHER_VERBS).slice(0, MAX_VERBS - 1);
  const own = new Set(shown.map(({ verb }) => verb));
  const named = edges.map((edge) => ({
    ...edge,
    verbs: [...new Set(edge.verbs.map((verb) => (own.has(verb) ? verb : OTHER_VERBS)))],
  }));
  const count = named.filter(({ verbs }) => verbs.includes(OTHER_VERBS)).length;
  return { edges: named, verbs: [...shown, { verb: OTHER_VERBS, count }] };
}
