// `--offline` of commands that read: what is installed answers, or nothing does.
import type { Flags, Options } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { type InstalledPrimes, openInstalled } from './installed-primes.ts';

/** The option, for the usage of a command. */
export const OFFLINE_OPTION: Options = {
  offline: { type: 'boolean', summary: 'Contact no registry: read only what is installed' },
};

/**
 * The installed Primes; undefined without a project. With `--remote` the named registry answers, and not what is installed.
 * @throws ValidationError with `--offline` and without a project
 */
export function openInstalledFor(context: CommandContext, flags: Flags): InstalledPrimes | undefined {
  if (flags.remote !== undefined && flags.offline !== true) return undefined;
  const primes = openInstalled(context);
  if (primes !== undefined || flags.offline !== true) return primes;
  throw new ValidationError(
    'there is no .primes/lock.yaml here or in a folder above: nothing is installed that could be read with --offline',
  );
}
