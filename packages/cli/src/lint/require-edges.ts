// Stops a pack or publish at edges that lead nowhere, and says which Prime has the target of an edge that leaves the
// Prime.
import { formatCount, toPrintable } from '@prime-registry/command-line';
import { type Finding, FindingList, lintEdges } from '@prime-registry/lint';
import type { FieldProblem } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';
import { warnAt } from '../terminal/warn-at.ts';
import { createIsHeld, type Holders, lookUpHolders, NO_HOLDERS } from './look-up-holders.ts';
import { placeFindings } from './place-findings.ts';

/** The option that lets such edges pass. */
export const ALLOW_DANGLING_OPTION = {
  type: 'boolean',
  summary: 'Allow edges within the Prime that lead to no atom',
} as const;

/** The rule, for help texts. */
export const EDGES_HELP =
  'Stops at an edge whose target has a scope of the Prime but is not one of its atoms, unless another Prime of the registries has the target. The registries are asked only if there are edges out of the Prime, and for a few seconds at most.';

/** What to check. */
export interface EdgeCheck {
  readonly tarball: CheckedTarball;
  /** Path of the folder or tarball of the Prime. */
  readonly place: string;
  /** The folder of the Prime; undefined for a tarball. */
  readonly folder: string | undefined;
  readonly access: Pick<RegistryAccess, 'settings' | 'clientFor'>;
  readonly isAllowed: boolean;
  /** Reads the ids of the atoms of Primes that are published together with this one. */
  readonly siblingAtoms?: (() => Promise<ReadonlySet<string>>) | undefined;
}

/** An edge that leaves the Prime, and the Prime that has its target. */
interface LeavingEdge {
  readonly from: string;
  readonly verb: string;
  readonly target: string;
  readonly holder: { readonly name: string; readonly version: string };
}

const MAX_SHOWN = 20;
const MAX_NAMED = 5;
/** Registries that do not answer in this time are not waited for. */
const LOOKUP_MS = 3000;

/**
 * Checks the edges of a Prime.
 * @throws ValidationError that names the edges that lead nowhere, unless they are allowed
 */
export async function requireEdges(context: CommandContext, check: EdgeCheck): Promise<void> {
  const { tarball, place, folder, isAllowed, siblingAtoms } = check;
  const atoms = tarball.inventory?.atoms ?? [];
  const leaving = atoms.flatMap(({ id, edges }) =>
    edges.filter(({ standing }) => standing !== 'inside').map((edge) => ({ from: id, ...edge })),
  );
  if (leaving.length === 0) return;
  const holders = await askBriefly(
    context,
    check,
    leaving.map(({ target }) => target),
  );
  nameHolders(
    context,
    leaving.flatMap((edge): LeavingEdge[] => {
      const all = holders.holdersOf(edge.target);
      const [holder] = all;
      const isRequired = all.some(({ name }) => Object.hasOwn(tarball.manifest.requires, name));
      return holder === undefined || isRequired ? [] : [{ ...edge, holder }];
    }),
  );
  const isHeld = createIsHeld(tarball.manifest, holders);
  const isLost = leaving.some(({ standing, target }) => standing === 'dangling' && !isHeld(target));
  const siblings = isLost ? await siblingAtoms?.() : undefined;
  const list = new FindingList(MAX_SHOWN);
  lintEdges(atoms, list, (target) => isHeld(target) || siblings?.has(target) === true);
  const count = list.counts['dangling-edge'] ?? 0;
  if (count === 0) return;
  const findings = list.list().filter(({ rule }) => rule === 'dangling-edge');
  const placed = await placeFindings(findings, place);
  if (isAllowed) return warn(context, folder, placed, count);
  throw refuse(placed, count, holders);
}

/** The registries' answers; what is not answered in a few seconds is unknown. */
async function askBriefly(
  { signal }: CommandContext,
  { access, tarball }: EdgeCheck,
  targets: readonly string[],
): Promise<Holders> {
  if (access.settings.registries.length === 0) return NO_HOLDERS;
  const timeout = AbortSignal.timeout(LOOKUP_MS);
  try {
    return await lookUpHolders({
      ...{ access, target: undefined, ownIds: [], ownContents: [], targets: [...new Set(targets)] },
      name: tarball.manifest.name.full,
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return NO_HOLDERS;
    throw error;
  }
}

/** Says once for each Prime that it has a target. */
function nameHolders({ terminal }: CommandContext, edges: readonly LeavingEdge[]): void {
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

function warn(
  { terminal }: CommandContext,
  folder: string | undefined,
  findings: readonly Finding[],
  count: number,
): void {
  for (const finding of findings.slice(0, MAX_NAMED)) warnAt(terminal, folder, finding);
  if (count > MAX_NAMED)
    terminal.warn(`and ${formatCount(count - MAX_NAMED, 'more edge')} that lead nowhere`);
}

function refuse(findings: readonly Finding[], count: number, { isComplete }: Holders): ValidationError {
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
