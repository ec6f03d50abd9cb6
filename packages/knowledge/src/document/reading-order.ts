// The order in which a Prime is read: an atom after those that it builds on.
import { type Edge, isNeed } from '@prime-registry/atoms';
import type { Pause } from '@prime-registry/concurrency';

export interface OrderedAtom {
  readonly id: string;
  readonly edges: readonly Pick<Edge, 'verb' | 'target'>[];
}

/** Verbs whose target is read first although nobody has to apply it: what another atom is made from. */
const BUILDS_ON: ReadonlySet<string> = new Set(['derived-from', 'enhances', 'specializes']);

/** Whether the target of an edge with this verb is read before the atom. */
export function isReadFirst(verb: string): boolean {
  return isNeed(verb) || BUILDS_ON.has(verb);
}

/** An atom on the way through the edges. */
interface Visit {
  readonly id: string;
  readonly targets: readonly string[];
  /** How many atoms were entered before. */
  readonly index: number;
  /** The lowest index of an atom without a place that it builds on. */
  low: number;
  /** The index of the next target. */
  next: number;
}

/**
 * The ids in reading order: each atom after those of the Prime that it builds on, directly or not, and otherwise by
 * id. What an atom builds on stands as near before it as possible. Atoms that build on each other stand together. The
 * result depends on the set of atoms alone; the time grows with the number of edges.
 */
export function orderForReading(atoms: Iterable<OrderedAtom>): string[] {
  const walk = walkInOrder(atoms);
  for (let step = walk.next(); ; step = walk.next()) if (step.done === true) return step.value;
}

/** The same, with pauses: the order of 20,000 atoms takes a tenth of a second. */
export async function orderWithPauses(atoms: Iterable<OrderedAtom>, pause: Pause): Promise<string[]> {
  const walk = walkInOrder(atoms);
  for (let step = walk.next(); ; step = walk.next()) {
    if (step.done === true) return step.value;
    await pause();
  }
}

/** Atoms between two places where the walk may pause. */
const ATOMS_OF_A_STEP = 200;

/** Tarjan's strongly connected components, which come in this order. */
function* walkInOrder(atoms: Iterable<OrderedAtom>): Generator<undefined, string[]> {
  const targetsOf = new Map<string, readonly string[]>();
  for (const { id, edges } of atoms) {
    const targets = edges.flatMap(({ verb, target }) => (isReadFirst(verb) ? [target] : []));
    targetsOf.set(id, targets.toSorted());
    if (targetsOf.size % ATOMS_OF_A_STEP === 0) yield;
  }
  const ordered: string[] = [];
  const visits = new Map<string, Visit>();
  const placed = new Set<string>();
  /** Atoms without a place whose targets were all visited, in that order. */
  const finished: Visit[] = [];
  // Chains of atoms may be longer than the call stack.
  const path: Visit[] = [];
  const enter = (id: string, targets: readonly string[]): void => {
    const visit = { id, targets, index: visits.size, low: visits.size, next: 0 };
    visits.set(id, visit);
    path.push(visit);
  };
  const follow = (from: Visit, target: string): void => {
    const targets = targetsOf.get(target);
    if (targets === undefined || placed.has(target)) return;
    const known = visits.get(target);
    if (known === undefined) enter(target, targets);
    else from.low = Math.min(from.low, known.index);
  };
  const leave = (visit: Visit): void => {
    path.pop();
    finished.push(visit);
    const parent = path.at(-1);
    if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
    if (visit.low < visit.index) return;
    // It builds on nothing before it: what was entered since has its place now.
    const first = findFirst(finished, visit.index);
    for (const { id } of finished.splice(first)) {
      placed.add(id);
      ordered.push(id);
    }
  };
  for (const [start, targets] of [...targetsOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!visits.has(start)) enter(start, targets);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.targets[visit.next];
      visit.next += 1;
      if (target === undefined) leave(visit);
      else follow(visit, target);
      if (visit.next === 1 && visits.size % ATOMS_OF_A_STEP === 0) yield;
    }
  }
  return ordered;
}

/** Where the visits that were entered from an index on begin: they are the last ones. */
function findFirst(finished: readonly Visit[], index: number): number {
  let first = finished.length;
  while (first > 0 && (finished[first - 1]?.index ?? -1) >= index) first -= 1;
  return first;
}
