// `prime publish --dry-run --format markdown`: does a dry run for each Prime, and finds what it would change. A Prime
// that cannot be published does not hide the others.
import { relative, sep } from 'node:path';
import { annotateErrors } from '../ci/annotate-errors.ts';
import type { CommandContext } from '../command.ts';
import { DONE } from '../exit-code.ts';
import type { PublishAccess } from '../publish/publish-request.ts';
import { planWorkspace } from '../workspace/plan-workspace.ts';
import { createWorkspaceAtoms } from '../workspace/workspace-atoms.ts';
import type { PublishReview } from './prime-review.ts';
import {
  createProblemTaker,
  type PrimeRequest,
  type Reviewed,
  reviewPrime,
  showError,
  type TakeProblems,
} from './review-prime.ts';

export interface ReviewRequest extends PrimeRequest {
  /** Whether all Primes of a folder are reviewed. */
  readonly isWorkspace: boolean;
  /** Whether the versions that the changes need would be written; only for a workspace. */
  readonly writesVersions: boolean;
}

/** Reviews; errors of single Primes are shown, and part of the result. @throws if it is interrupted */
export async function reviewPublish(
  context: CommandContext,
  openAccess: () => Promise<PublishAccess>,
  request: ReviewRequest,
): Promise<PublishReview> {
  const { place } = request;
  const takeProblems = createProblemTaker(context);
  const reviewed: Reviewed[] = [];
  let failure = DONE;
  try {
    await annotateErrors(context, place, async () => {
      const access = await openAccess();
      for await (const each of reviewAll(context, access, { request, takeProblems })) reviewed.push(each);
    });
  } catch (error) {
    failure = showError(context, error);
  }
  const primes = reviewed.flatMap(({ prime }) => (prime === 'unchanged' ? [] : [prime]));
  const path = relative(context.folder, place).split(sep).join('/');
  return {
    path: path === '' ? '.' : path,
    primes,
    unchanged: reviewed.length - primes.length,
    problems: takeProblems(),
    exitCode: [failure, ...reviewed.map(({ exitCode }) => exitCode)].find((code) => code !== DONE) ?? DONE,
  };
}

async function* reviewAll(
  context: CommandContext,
  access: PublishAccess,
  { request, takeProblems }: { readonly request: ReviewRequest; readonly takeProblems: TakeProblems },
): AsyncGenerator<Reviewed> {
  const { isWorkspace, writesVersions, ...one } = request;
  if (!isWorkspace) {
    yield await reviewPrime(context, access, { request: one, takeProblems });
    return;
  }
  const plans = await planWorkspace(context, request.place, access.targetFor);
  const siblingAtoms = createWorkspaceAtoms({
    folders: plans.map(({ prime: { folder } }) => folder),
    ...{ allowedSecrets: request.allowedSecrets, signal: context.signal },
  });
  const siblings = new Set(plans.map(({ version }) => version.name));
  for (const { prime, version, isUnchanged } of plans) {
    if (isUnchanged) {
      yield { prime: 'unchanged', exitCode: DONE };
      continue;
    }
    const written = writesVersions && version.to !== version.from ? version.to : undefined;
    const planned = { ...one, siblingAtoms, siblings, place: prime.folder, version: written };
    yield await reviewPrime(context, access, { request: planned, takeProblems });
  }
}
