// The edges of an atom as lines of facts: by verb, with the Prime of a target that is in another one.
import type { KnownEdge, LocatedAtom } from '../../source/known-prime.ts';
import { Budget } from './budget.ts';
import { toLine } from './facts.ts';

/** Which part of the budget the edges may take. */
const EDGES_SHARE = 0.25;
const MAX_VERB_LENGTH = 40;

/** The lines that fit into a quarter of the budget, each with as many ids as fit. */
export function listEdges({ edges, edgesIn }: LocatedAtom, budget: Budget): string[] {
  const byVerb = Map.groupBy(edges, ({ verb }) => toLine(verb, MAX_VERB_LENGTH));
  const groups = new Map([...byVerb].map(([verb, some]) => [verb, some.map(describeTarget)]));
  const users = edgesIn.map(({ from, verbs, prime }) => {
    const how = verbs.map((verb) => toLine(verb, MAX_VERB_LENGTH)).join(', ');
    return `${from} (${how}; ${prime.name} ${prime.version})`;
  });
  if (users.length > 0) groups.set('used by', users);
  const part = new Budget(budget.tokens * EDGES_SHARE);
  const lines: string[] = [];
  for (const [label, items] of groups) {
    const line = fill(label, items, part);
    if (line !== undefined && part.take(line)) lines.push(line);
  }
  return budget.takeLines(lines);
}

function describeTarget({ target, standing, prime }: KnownEdge): string {
  const place = prime === undefined ? '' : ` (${prime.name} ${prime.version})`;
  return `${target}${standing === 'dangling' ? ' (missing)' : place}`;
}

/** One line with as many items as fit, and the number of the others; undefined if not even one fits. */
function fill(label: string, items: readonly string[], budget: Budget): string | undefined {
  const room = new Budget(budget.tokens);
  if (!room.take(`${label}:  and ${items.length} more`)) return undefined;
  const shown: string[] = [];
  for (const item of items) {
    if (!room.take(`${item},`)) break;
    shown.push(item);
  }
  if (shown.length === 0) return undefined;
  const rest = items.length - shown.length;
  return `${label}: ${shown.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`;
}
