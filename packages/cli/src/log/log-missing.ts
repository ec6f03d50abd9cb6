// The error for a log that is not where it has been before.
import type { RegistryRequestError } from '@prime-registry/client';
import { CommandError } from '../errors/command-error.ts';

export interface MissingLog {
  /** Base URL. */
  readonly registry: string;
  /** Path of the file with the lines of the registry. */
  readonly knownLogs: string;
  /** What the registry does not do; continues a sentence about it. */
  readonly predicate: string;
  /** What it answered instead. */
  readonly answer?: RegistryRequestError;
}

export function logMissing({ registry, knownLogs, predicate, answer }: MissingLog): CommandError {
  const problem = `${registry} has a transparency log, but ${predicate}`;
  return new CommandError(answer === undefined ? problem : `${problem}. ${answer.message}`, {
    code: 'log_missing',
    hint: `do not install from it, and ask the operator. If the log was given up for good, remove its lines from ${knownLogs} and .primes/logs.txt`,
    cause: answer,
  });
}
