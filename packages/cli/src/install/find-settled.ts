// The short way of `prime install`: what was installed, and all that decides about it, is as an install has left it. Loads little code,
// since most installs end here.
import type { Flags } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { asksForSigners } from './guard-install.ts';
import { openVerifiedTrees } from './tree/verified-trees.ts';

/** Options that change nothing about what is installed. */
const HARMLESS = ['json', 'verbose', 'project', 'offline'];

/** Whether an install with these options may have nothing to do. */
export function mayBeSettled(flags: Flags): boolean {
  return Object.entries(flags).every(
    ([name, value]) => value === undefined || value === false || HARMLESS.includes(name),
  );
}

/**
 * The number of installed Primes, if an install would change nothing and say nothing; undefined if only an install can tell.
 * It takes no lock: what another command changes after this was the next one's work anyway.
 */
export function findSettled(context: CommandContext): number | undefined {
  return asksForSigners(context) ? undefined : openVerifiedTrees(context).countSettled();
}
