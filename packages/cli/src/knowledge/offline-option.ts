// `--offline` of commands that read: what is installed answers, or nothing does.
import { type Flags, flag, type Options } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { findProject } from './find-project.ts';
import type { InstalledPrimes } from './installed-primes.ts';

/** The option, for the usage of a command. */
export const OFFLINE_OPTION: Options = {
  offline: flag('Contact no registry: read only what is installed'),
};

/**
 * The installed Primes; undefined without a project. With `--remote` the named registry answers, and not what is installed.
 * @throws ValidationError with `--offline` and without a project
 */
export async function openInstalledFor(
  context: CommandContext,
  flags: Flags,
): Promise<InstalledPrimes | undefined> {
  if (flags.remote !== undefined && flags.offline !== true) return undefined;
  if (findProject(context.folder) !== undefined) {
    // Most searches are not in a project, and do without this code.
    const { openInstalled } = await import('./installed-primes.ts');
    return openInstalled(context);
  }
  if (flags.offline !== true) return undefined;
  throw new ValidationError(
    'there is no .primes/lock.yaml here or in a folder above: nothing is installed that could be read with --offline',
  );
}
