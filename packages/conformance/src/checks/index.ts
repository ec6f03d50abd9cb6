// All checks, in the order of a run.
import { type Check, ofContract } from '../check.ts';
import { authChecks } from './auth.ts';
import { errorsChecks } from './errors.ts';
import { lifecycleChecks } from './lifecycle/index.ts';
import { logChecks } from './log/index.ts';
import { manifestChecks } from './manifest.ts';
import { acceptedPublishChecks } from './publish-accepted.ts';
import { conflictChecks } from './publish-conflict.ts';
import { rejectedPublishChecks } from './publish-rejected.ts';
import { requiresChecks } from './requires.ts';
import { searchChecks } from './search.ts';
import { tarballChecks } from './tarball.ts';
import { versionsChecks } from './versions.ts';
import { yankChecks } from './yank.ts';

/** All checks, group by group in the order of `GROUPS`. */
export const ALL_CHECKS: readonly Check[] = [
  ...ofContract([
    ...acceptedPublishChecks,
    ...rejectedPublishChecks,
    ...conflictChecks,
    ...versionsChecks,
    ...manifestChecks,
    ...tarballChecks,
    ...authChecks,
    ...searchChecks,
    ...yankChecks,
  ]),
  ...requiresChecks,
  ...lifecycleChecks,
  ...logChecks,
  ...ofContract(errorsChecks),
];
