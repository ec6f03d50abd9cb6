// Edges: targets that do not exist, and edges that contradict each other.
import { type Atom, isExclusion, isNeed } from '@prime-registry/atoms';
import type { FindingList } from '../finding.ts';

export type EdgedAtom = Pick<Atom, 'id' | 'path' | 'line' | 'edges'>;

/** Most pairs of edges that are compared: a hostile Prime has billions. */
const MAX_COMPARED = 1_000_000;

/** Finds what is wrong with the edges of atoms. @param isHeld - whether another Prime has the dangling target */
export function lintEdges(
  atoms: readonly EdgedAtom[],
  findings: FindingList,
  isHeld: (target: string) => boolean = () => false,
): void {
  const exclusions = new Map<string, Set<string>>();
  for (const atom of atoms) {
    lintOwnEdges(atom, findings, isHeld);
    const excluded = atom.edges.filter(({ verb }) => isExclusion(verb)).map(({ target }) => target);
    if (excluded.length > 0) exclusions.set(atom.id, new Set(excluded));
  }
  if (exclusions.size > 0) lintNeeds(atoms, exclusions, findings);
}

function lintOwnEdges(
  { id, path, line, edges }: EdgedAtom,
  findings: FindingList,
  isHeld: (target: string) => boolean,
): void {
  const needs = new Map<string, string>();
  for (const { verb, target } of edges) if (isNeed(verb)) needs.set(target, verb);
  for (const { verb, target, standing } of edges) {
    const place = { path, line, column: toColumn(line), atom: id, target };
    if (target === id) {
      findings.add('self-edge', () => ({ ...place, message: `the edge '${verb}' of ${id} leads to itself` }));
    } else if (standing === 'dangling' && !isHeld(target)) {
      const message = `the edge '${verb}' of ${id} leads to ${target}, which does not exist`;
      findings.add('dangling-edge', () => ({ ...place, message }));
    }
    const need = needs.get(target);
    if (need !== undefined && isExclusion(verb)) {
      const message = `${id} has the edges '${need}' and '${verb}' to ${target}`;
      findings.add('edge-contradiction', () => ({ ...place, message }));
    }
  }
}

/** Finds atoms that need two atoms which exclude each other. */
function lintNeeds(
  atoms: readonly EdgedAtom[],
  exclusions: ReadonlyMap<string, ReadonlySet<string>>,
  findings: FindingList,
): void {
  let left = MAX_COMPARED;
  for (const { id, path, line, edges } of atoms) {
    const needed = new Set(edges.filter(({ verb }) => isNeed(verb)).map(({ target }) => target));
    for (const one of needed) {
      const excluded = exclusions.get(one) ?? new Set();
      left -= excluded.size;
      if (left < 0) return;
      for (const other of excluded) {
        // Of a pair that excludes each other in both directions, one is reported.
        const isSecond = other < one && exclusions.get(other)?.has(one) === true;
        if (!needed.has(other) || other === one || other === id || one === id || isSecond) continue;
        findings.add('contradictory-needs', () => ({
          ...{ path, line, column: toColumn(line), atom: id, target: other },
          message: `${id} needs ${one} and ${other}, which exclude each other`,
        }));
      }
    }
  }
}

/** Atoms begin in the first column, except in files that are not sources. */
export function toColumn(line: number | undefined): number | undefined {
  return line === undefined ? undefined : 1;
}
