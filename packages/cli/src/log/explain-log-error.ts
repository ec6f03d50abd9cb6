// Explains a log error: what is wrong, what to do, and where the evidence is.
import { LogError, type LogFinding } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { CommandError } from '../errors/command-error.ts';
import { describeEvidence, writeEvidence } from './state/evidence.ts';

const REMEDIES: Readonly<Record<LogFinding, (registry: string) => string>> = {
  malformed: () => 'tell the operator',
  'other-log': (registry) =>
    `if its operator has begun a new log, for example after a restore, and says so, run 'prime log trust ${registry}'; until then, do not install from it`,
  'untrusted-key': (registry) =>
    `if its operator has changed the key and says so, run 'prime log trust ${registry}'; until then, do not install from it`,
  unwitnessed: (registry) =>
    `wait, and try again: witnesses cosign a log some seconds after it has grown. 'prime log status --remote ${registry}' shows how far they are`,
  'bad-signature': () => 'do not install from it, and tell the operator',
  'other-entry': () => 'do not install it, and give the evidence to the operator and to the author',
  'not-included': () => 'do not install from it, and give the evidence to the operator',
  fork: (registry) => RESTORED(registry),
  shrunk: (registry) => RESTORED(registry),
};

const RESTORED = (registry: string): string =>
  `do not install from it, and give the evidence to the operator. A registry that was restored from a backup has to begin a log with a new name: 'prime log status --remote ${registry}'`;

interface LogErrorPlace {
  readonly registry: string;
  readonly stateFolder: string;
  /** A sentence. */
  readonly consequence?: string;
  /** In place of the usual one for what was found. */
  readonly remedy?: string;
}

/** For `catch` of a promise: throws errors as {@link explainLogError} explains them. */
export function throwLogError(place: LogErrorPlace): (error: unknown) => Promise<never> {
  return async (error) => {
    throw await explainLogError(error, place);
  };
}

/**
 * Turns what was found into an error of a command; others are passed on. The evidence is in a file, whose path the advice
 * names.
 */
export async function explainLogError(
  error: unknown,
  { registry, stateFolder, consequence = 'Nothing was changed', remedy }: LogErrorPlace,
): Promise<unknown> {
  if (!(error instanceof LogError)) return error;
  const { finding, message, exhibits } = error;
  const path = await writeEvidence(stateFolder, { registry, finding: message, texts: exhibits });
  return new CommandError(toPrintable(`${registry}: ${message}. ${consequence}`), {
    cause: error,
    code: `log_${finding.replaceAll('-', '_')}`,
    hint: `${remedy ?? `${REMEDIES[finding](registry)}.`} ${describeEvidence(path, stateFolder)}`,
  });
}
