// The error of a halted log.
import { RegistryError } from '@prime-registry/protocol';
import type { LogHead } from '@prime-registry/store';

/** What an operator does about a halt. */
export const HALT_REMEDY =
  'Everything can be read, and nothing can be changed until the operator has put the newer database back, has brought the ' +
  "missing entries back from a copy with 'prime-registry log recover', or has given the log another name with " +
  "'prime-registry log restart'";

/** The error of everything that needs a log that goes on. */
export function logHalted(reason: string): RegistryError {
  return new RegistryError('log_halted', { detail: `The log is halted: ${reason}. ${HALT_REMEDY}.` });
}

/** @throws RegistryError `log_halted` if the log is halted */
export function refuseIfHalted({ halted }: Pick<LogHead, 'halted'>): void {
  if (halted !== undefined) throw logHalted(halted);
}

/** Whether something was refused because the log is halted. */
export function isLogHalted(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'log_halted';
}
