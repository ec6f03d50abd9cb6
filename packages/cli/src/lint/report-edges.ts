// Says which edges of a Prime lead nowhere, and which leave it.
import { formatCount, toPrintable } from '@prime-registry/command-line';
import type { Finding } from '@prime-registry/lint';
import type { FieldProblem } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { warnAt } from '../terminal/warn-at.ts';
import type { Holders } from './holders.ts';

/** An edge that leaves the Prime, and the Prime that has its target. */
export interface LeavingEdge {
  readonly from: string;
  readonly verb: string;
  readonly target: string;
  readonly holder: { readonly name: string; readonly version: string };
}

const MAX_NAMED = 5;

/** Says once for each Prime that it has a target. */
export function nameHolders({ terminal }: CommandContext, edges: readonly LeavingEdge[]): void {
  const byPrime = [...Map.groupBy(edges, ({ holder }) => holder.name)];
  for (const [name, all] of byPrime.slice(0, MAX_NAMED)) {
    const [first] = all;
    if (first === undefined) continue;
    const { from, verb, target, holder } = first;
    const more = all.length > 1 ? `, and ${formatCount(all.length - 1, 'more edge')}` : '';
    const where = `the edge '${verb}' of ${from} leads to ${target} in ${name} ${holder.version}${more}`;
    terminal.note(
      toPrintable(
        `${where}; add '"${name}": ^${holder.version}' to 'requires' in pack.yaml, so that it is installed too`,
      ),
    );
  }
  if (byPrime.length > MAX_NAMED) {
    terminal.note(`and edges to ${formatCount(byPrime.length - MAX_NAMED, 'more Prime')}`);
  }
}

/** Warns of edges that lead nowhere. */
export function warnOfEdges(
  { terminal }: CommandContext,
  folder: string | undefined,
  findings: readonly Finding[],
  count: number,
): void {
  for (const finding of findings.slice(0, MAX_NAMED)) warnAt(terminal, folder, finding);
  if (count > MAX_NAMED)
    terminal.warn(`and ${formatCount(count - MAX_NAMED, 'more edge')} that lead nowhere`);
}

/** The error for edges that lead nowhere. @param count - with those that are not listed */
export function refuseEdges(
  findings: readonly Finding[],
  count: number,
  { isComplete }: Holders,
): ValidationError {
  const problems: FieldProblem[] = findings.map(({ path, line, column, message }) => ({
    ...{ field: path, message },
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }));
  if (count > findings.length) problems.push({ field: '…', message: `and ${count - findings.length} more` });
  const unknown = isComplete ? '' : ' Whether another Prime has the target could not be found out.';
  return new ValidationError(
    `${formatCount(count, 'edge')} of the Prime ${count === 1 ? 'leads' : 'lead'} nowhere`,
    problems,
    {
      hint: `correct the ids, add the atoms, or remove the edges; --allow-dangling lets them pass.${unknown}`,
    },
  );
}
