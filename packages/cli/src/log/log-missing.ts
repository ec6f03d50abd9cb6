// The error for a log that is not where it has been before.
import { CommandError } from '../errors/command-error.ts';

/** @param registry - base URL @param knownLogs - path of the file with its lines @param predicate - what is missing */
export function logMissing(registry: string, knownLogs: string, predicate: string): CommandError {
  return new CommandError(`${registry} has a transparency log, but ${predicate}`, {
    code: 'log_missing',
    hint: `do not install from it, and ask the operator. If the log was given up for good, remove its lines from ${knownLogs} and .primes/logs.txt`,
  });
}
