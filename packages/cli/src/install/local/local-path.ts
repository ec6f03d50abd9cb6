// The form in which a lock file names a local Prime, a folder or a tarball.
import { toPrintable } from '@prime-registry/command-line';
import { findHiddenInLine, type Parsed, quote } from '@prime-registry/protocol';
import { CommandError } from '../../errors/command-error.ts';

/** What a lock file has in place of a registry: `file:../my-prime`. */
export const LOCAL_PREFIX = 'file:';
/** The maximum length of it, in characters. */
export const MAX_LOCAL_LENGTH = 1024;

/** Whether a locked Prime is of this machine, by its `registry`. */
export function isLocal(registry: string): boolean {
  // A URL of a file is a mistake in place of the URL of a registry.
  return registry.startsWith(LOCAL_PREFIX) && !registry.startsWith(`${LOCAL_PREFIX}//`);
}

/** The path of a local Prime as a person would type it. */
export function showLocal(registry: string): string {
  const path = registry.slice(LOCAL_PREFIX.length);
  return toPrintable(/^\.{0,2}\//.test(path) || path === '.' || path === '..' ? path : `./${path}`);
}

/** Parses the `registry` of a local Prime in a lock file. The path is only shown, never opened. */
export function parseLocalPath(text: string): Parsed<string> {
  const path = text.slice(LOCAL_PREFIX.length);
  const isGood = path !== '' && text.length <= MAX_LOCAL_LENGTH && findHiddenInLine(path) === undefined;
  return isGood
    ? { ok: true, value: text }
    : { ok: false, message: `${quote(text)} has no path of a folder or a tarball after '${LOCAL_PREFIX}'` };
}

/** Whether an argument is a path and no name of a Prime: `./x`, `../x`, `/x`, `file:x`, `x.tar.gz`. */
export function isPath(argument: string): boolean {
  return (
    /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/]|file:)/.test(argument) ||
    (!argument.startsWith('@') && /\.(?:tar\.gz|tgz)$/.test(argument))
  );
}

/** The error for a local Prime whose files are gone. No folder is read because lock.yaml names it. */
export function lostLocal(name: string, registry: string): CommandError {
  const path = showLocal(registry);
  // People copy commands: a path that a shell would read as more than a word is left out.
  const argument = /^[\w./@-]+$/.test(path) ? path : '<folder>';
  return new CommandError(
    `${name} was installed from ${path}, and its files are neither in .primes nor in the cache`,
    { hint: `run 'prime install ${argument}' again, or 'prime install ${name}' to take it from a registry` },
  );
}
