// `prime publish --all`: publishes the Primes of a workspace that have changed, each after those that it requires.
import { annotateErrors } from '../ci/annotate-errors.ts';
import type { CommandContext } from '../command.ts';
import { publishPrime } from '../publish/publish-prime.ts';
import type { PublishAccess, PublishRequest } from '../publish/publish-request.ts';
import { writeVersion } from '../version/write-version.ts';
import { type PrimePlan, planWorkspace } from './plan-workspace.ts';
import { requirePackable } from './require-packable.ts';
import { requireVersions } from './require-versions.ts';
import { createWorkspaceAtoms } from './workspace-atoms.ts';

/** The publish of a workspace. */
export interface WorkspaceResult {
  /** In the order of the publishes. */
  readonly primes: readonly WorkspaceMember[];
  /** Whether nothing was published. */
  readonly dry_run: boolean;
}

/** What became of one Prime. */
interface WorkspaceMember {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** The version that was published, or that is published already. */
  readonly version: string;
  /** The version that was in the pack.yaml, if it was replaced. */
  readonly previous_version?: string;
  readonly outcome: 'published' | 'unchanged';
  readonly registry: string;
  /** Why it has this version, or why nothing was published. */
  readonly why: string;
  /** What has changed; empty if there was nothing to compare with. */
  readonly reasons: readonly string[];
}

/** How to publish a workspace. */
export interface WorkspaceRequest extends Omit<PublishRequest, 'place' | 'name'> {
  /** Absolute path. */
  readonly root: string;
  /** Whether the versions that the changes need are written. */
  readonly writesVersions: boolean;
}

/**
 * Publishes what has changed. Nothing is published before all Primes were compared and packed. If a publish fails, the ones
 * before it stay; the same command goes on from there.
 * @throws ValidationError if a version is too low and must not be written, or a Prime cannot be packed
 */
export function publishWorkspace(
  context: CommandContext,
  access: PublishAccess,
  request: WorkspaceRequest,
): Promise<WorkspaceResult> {
  return annotateErrors(context, request.root, () => publishChanged(context, access, request));
}

async function publishChanged(
  context: CommandContext,
  access: PublishAccess,
  { root, writesVersions, ...request }: WorkspaceRequest,
): Promise<WorkspaceResult> {
  const { terminal } = context;
  const plans = await planWorkspace(context, root, access.signInFor);
  if (!writesVersions && !request.allowsSmallStep) requireVersions(plans);
  const changed = plans.filter(({ isUnchanged }) => !isUnchanged);
  // A single one is checked when it is published.
  if (changed.length > 1)
    await requirePackable({
      root,
      folders: changed.map(({ prime: { folder } }) => folder),
      allowedSecrets: request.allowedSecrets,
      allowsStale: request.allowsStale === true,
      signal: context.signal,
    });
  const siblingAtoms = createWorkspaceAtoms({
    folders: plans.map(({ prime: { folder } }) => folder),
    ...{ allowedSecrets: request.allowedSecrets, signal: context.signal },
  });
  const siblings = new Set(plans.map(({ version }) => version.name));
  const primes: WorkspaceMember[] = [];
  for (const plan of plans) {
    const { isUnchanged, version, prime, registry } = plan;
    const { name, published, reasons } = version;
    const why = published === null ? 'no published version to compare with' : version.why;
    const member = { name, folder: prime.folder, registry: registry.baseUrl, why, reasons };
    if (isUnchanged) {
      const current = published ?? version.from;
      primes.push({ ...member, version: current, outcome: 'unchanged' });
      continue;
    }
    try {
      primes.push({
        ...member,
        ...(await publishOne(context, access, plan, { ...request, siblingAtoms, siblings, writesVersions })),
      });
    } catch (error) {
      const done = primes.filter(({ outcome }) => outcome === 'published');
      for (const each of done) terminal.note(`Published ${each.name} ${each.version}.`);
      terminal.note(`${version.name} could not be published; the same command goes on with it.`);
      throw error;
    }
  }
  return { primes, dry_run: request.isDryRun };
}

async function publishOne(
  context: CommandContext,
  access: PublishAccess,
  { version: { from, to }, prime: { folder } }: PrimePlan,
  { writesVersions, ...request }: Omit<WorkspaceRequest, 'root'>,
): Promise<Pick<WorkspaceMember, 'version' | 'previous_version' | 'outcome'>> {
  const isWritten = writesVersions && to !== from;
  if (isWritten && !request.isDryRun) await writeVersion(folder, to);
  const version = isWritten ? to : from;
  // Another run of CI can publish the same at the same time.
  const job = { ...request, place: folder, version, skipsExisting: true };
  const { already_there: isThere } = await publishPrime(context, access, job);
  const outcome = isThere === true ? 'unchanged' : 'published';
  return { version, ...(isWritten && { previous_version: from }), outcome };
}
