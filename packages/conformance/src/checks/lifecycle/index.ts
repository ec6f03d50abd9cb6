// The life of a version after its publish: not part of the contract, and checked if a registry offers it. The
// contract's answers must stay as they were.
import { beyondContract, type Check } from '../../check.ts';
import { channelChecks } from './channel.ts';
import { deprecationChecks } from './deprecation.ts';
import { moveChecks } from './move.ts';
import { removalChecks } from './removal.ts';
import { stateChecks } from './state.ts';
import { unyankChecks } from './unyank.ts';

/** The checks of the life of a version. */
export const lifecycleChecks: readonly Check[] = beyondContract([
  ...stateChecks,
  ...unyankChecks,
  ...deprecationChecks,
  ...channelChecks,
  ...moveChecks,
  ...removalChecks,
]);
