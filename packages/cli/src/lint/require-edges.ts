// Stops a pack or publish at edges that lead nowhere, and says which Prime has the target of an edge that leaves the
// Prime.
import { flag } from '@prime-registry/command-line';
import { FindingList, lintEdges } from '@prime-registry/lint';
import type { CommandContext } from '../command.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';
import { createIsHeld, type Holders, NO_HOLDERS } from './holders.ts';
import { lookUpHolders } from './look-up-holders.ts';
import { placeFindings } from './place-findings.ts';
import { type LeavingEdge, nameHolders, refuseEdges, warnOfEdges } from './report-edges.ts';

/** The option that lets such edges pass. */
export const ALLOW_DANGLING_OPTION = flag('Allow edges within the Prime that lead to no atom');

/** The rule, for help texts. */
export const EDGES_HELP =
  'Stops at an edge whose target has a scope of the Prime but is not one of its atoms, unless another Prime of the registries has the target. The registries are asked only if there are edges out of the Prime, and for a few seconds at most.';

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

const MAX_SHOWN = 20;
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
  if (isAllowed) return warnOfEdges(context, folder, placed, count);
  throw refuseEdges(placed, count, holders);
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
