// A dry run of a publish: by the registry, or, if that cannot check, as far as prime can.
import { isForbidden, isNotFound, type PublishLimits, type RegistryClient } from '@prime-registry/client';
import type { PublishReceipt } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { summarize } from '../pack/pack-summary.ts';
import { warnOfLimits } from '../pack/report-packed.ts';
import type { PublishJob } from './publish-outcome.ts';
import type { PublishAccess, PublishRequest, PublishResult } from './publish-request.ts';
import { checkAtRegistry } from './publish-tarball.ts';
import { reportReceipt } from './report-receipt.ts';
import { requireStep } from './require-step.ts';

/** Checks. @throws what a publish would throw, as far as it is known */
export async function checkOnly(
  context: CommandContext,
  { tokenFor }: PublishAccess,
  {
    job,
    request: { isReview, allowsSmallStep },
    told,
    folder,
  }: {
    readonly job: PublishJob;
    readonly request: PublishRequest;
    readonly told: PublishLimits | undefined;
    readonly folder: string | undefined;
  },
): Promise<PublishResult> {
  const { registry, tarball, terminal } = job;
  const result = { ...summarize(tarball), registry: registry.baseUrl, dry_run: true } as const;
  const checked = told && (await checkIfOffered(job, isReview === true));
  if (checked !== undefined && checked !== 'not-permitted') {
    const { additions } = reportReceipt(checked, context, folder);
    return { ...result, ...additions, checked_by_registry: true };
  }
  if (told === undefined) warnOfLimits(tarball, terminal);
  const unchecked = explainUnchecked(registry, checked, isReview === true && !hasToken(tokenFor, registry));
  await requireStep(context, job, { allowsSmallStep, unchecked });
  return { ...result, checked_by_registry: false, unchecked_because: unchecked };
}

function explainUnchecked({ baseUrl }: RegistryClient, checked: unknown, lacksToken: boolean): string {
  if (lacksToken) return `${baseUrl} was not asked, because there is no token for it`;
  if (checked === 'not-permitted') return `${baseUrl} does not check for this token, which may not publish`;
  return `${baseUrl} offers no check before a publish`;
}

/** Whether there is a token for a registry. */
export function hasToken(tokenFor: PublishAccess['tokenFor'], { baseUrl }: RegistryClient): boolean {
  return tokenFor(baseUrl).token !== undefined;
}

/** The receipt of a check; undefined if the registry does not check. @param isReview - see PublishRequest */
async function checkIfOffered(
  job: PublishJob,
  isReview: boolean,
): Promise<PublishReceipt | 'not-permitted' | undefined> {
  try {
    return await checkAtRegistry(job);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (isReview && isForbidden(error) && error.code === 'permission_missing') return 'not-permitted';
    throw error;
  }
}
