// Reviews one Prime: a dry run of its publish, and what that would change.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { formatCount } from '@prime-registry/command-line';
import { toRepositoryPath } from '../ci/annotation.ts';
import type { CommandContext } from '../command.ts';
import { explainError } from '../errors/explain-error.ts';
import { reportError } from '../errors/report-error.ts';
import { DONE, INTERRUPTED } from '../exit-code.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import { publishPrime } from '../publish/publish-prime.ts';
import type { PublishAccess, PublishRequest } from '../publish/publish-request.ts';
import { findChanges, readSubject } from './find-changes.ts';
import type { PrimeReview, ReviewProblem } from './prime-review.ts';

/** What to review of one Prime. */
export type PrimeRequest = Omit<PublishRequest, 'isDryRun' | 'isReview' | 'skipsExisting'>;

/** A reviewed Prime, and the exit code of its publish. */
export interface Reviewed {
  readonly prime: PrimeReview | 'unchanged';
  readonly exitCode: number;
}

/** Returns the problems that were noted since its last call. */
export type TakeProblems = () => readonly ReviewProblem[];

/** Errors are shown, and part of the result. @throws if it is interrupted */
export async function reviewPrime(
  context: CommandContext,
  access: PublishAccess,
  { request, takeProblems }: { readonly request: PrimeRequest; readonly takeProblems: TakeProblems },
): Promise<Reviewed> {
  const notes: string[] = [];
  let exitCode = DONE;
  try {
    // A version that exists with the same content is fine, as when a run is repeated.
    const job = { ...request, isDryRun: true, isReview: true, skipsExisting: true };
    const result = await publishPrime(context, access, job);
    if (result.already_there === true) return { prime: 'unchanged', exitCode };
    if (result.registry === null) notes.push('no registry is configured to publish to');
    if (result.unchecked_because !== undefined) notes.push(result.unchecked_because);
  } catch (error) {
    exitCode = showError(context, error);
  }
  const problems = takeProblems();
  const isAccepted = exitCode === DONE;
  const { place } = request;
  const unread = { subject: basename(place), version: undefined, changes: undefined };
  try {
    const isTarball = (await stat(place)).isFile();
    const read = await readSubject(context, { ...request, isTarball });
    const { name, version } = read.tarball.manifest;
    const registry = access.settings.registries.length === 0 ? undefined : access.targetFor(name.scope);
    const changes = registry && (await findChanges(context, registry, read));
    if (registry !== undefined && changes === undefined) notes.push(describeFirst(read.tarball));
    const subject = name.full;
    return {
      prime: { subject, version: version.full, changes, notes, problems, isAccepted },
      exitCode,
    };
  } catch (error) {
    context.signal.throwIfAborted();
    // If it cannot be published, that is the reason, too.
    if (isAccepted) notes.push(`it was not compared: ${explainError(error).message}`);
    return { prime: { ...unread, notes, problems, isAccepted }, exitCode };
  }
}

function describeFirst({ atoms, files }: CheckedTarball): string {
  return `no earlier version is published; this one has ${formatCount(atoms, 'atom')} in ${formatCount(files.length, 'file')}`;
}

/** Shows an error as every command does. @returns its exit code @throws the error if it is an interruption */
export function showError({ terminal, environment }: CommandContext, error: unknown): number {
  if (explainError(error, environment).exitCode === INTERRUPTED) throw error;
  return reportError(error, { terminal, environment, command: 'publish' });
}

/** Takes the problems that a terminal has noted. */
export function createProblemTaker({ terminal, folder }: CommandContext): TakeProblems {
  let taken = 0;
  return () => {
    const some = terminal.annotations.slice(taken);
    taken += some.length;
    return some.map(({ severity, message, path, line, column }) => {
      const file = path === undefined ? undefined : toRepositoryPath(terminal.ci.root ?? folder, path);
      const place = file && [file, line, column].filter((part) => part !== undefined).join(':');
      return { severity, message, place };
    });
  };
}
