// All checks, in the order of a run.
import type { Check } from '../check.ts';
import { authChecks } from './auth.ts';
import { errorsChecks } from './errors.ts';
import { channelChecks } from './lifecycle/channel.ts';
import { deprecationChecks } from './lifecycle/deprecation.ts';
import { moveChecks } from './lifecycle/move.ts';
import { removalChecks } from './lifecycle/removal.ts';
import { stateChecks } from './lifecycle/state.ts';
import { unyankChecks } from './lifecycle/unyank.ts';
import { headChecks } from './log/head.ts';
import { proofChecks } from './log/proof.ts';
import { treeChecks } from './log/tree.ts';
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
  ...acceptedPublishChecks,
  ...rejectedPublishChecks,
  ...conflictChecks,
  ...versionsChecks,
  ...manifestChecks,
  ...tarballChecks,
  ...authChecks,
  ...searchChecks,
  ...yankChecks,
  ...requiresChecks,
  ...stateChecks,
  ...unyankChecks,
  ...deprecationChecks,
  ...channelChecks,
  ...moveChecks,
  ...removalChecks,
  ...headChecks,
  ...proofChecks,
  ...treeChecks,
  ...errorsChecks,
];
