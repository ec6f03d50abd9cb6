// Checks how many positional arguments a command line has.
import { UsageError } from './usage-error.ts';

/**
 * Compares positional arguments with the names in the usage line: `<name>` is required, `[name]` is optional,
 * and a last one with `…` may be repeated.
 * @throws UsageError for a missing or a surplus argument
 */
export function requireParameters(parameters: readonly string[], given: readonly string[]): void {
  const required = parameters.filter((parameter) => !parameter.startsWith('['));
  const missing = required[given.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const mayRepeat = parameters.at(-1)?.includes('…') ?? false;
  const surplus = mayRepeat ? undefined : given[parameters.length];
  if (surplus === undefined) return;
  // A token in the wrong place must not end up in a log.
  const shown = surplus.startsWith('pri_') ? 'the token' : `'${surplus}'`;
  throw new UsageError(`${shown} is one argument too many`);
}
