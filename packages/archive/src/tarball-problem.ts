// What can be wrong with a tarball, as its author reads it, and how code below the inspector says so.

/** Why a tarball is refused. */
export interface TarballProblem {
  /** `too_large` is past the limit on unpacked size or on entries; everything else is `invalid`. */
  code: 'invalid' | 'too_large';
  /** The path of the entry that is wrong, where one is; printable, and shortened when very long. */
  path?: string;
  /** One sentence for the author: what is wrong, where, and what would be right. */
  message: string;
}

/** Thrown while a tarball is read; the inspector catches it, so it never leaves the package. */
export class TarballRejection extends Error {
  override readonly name = 'TarballRejection';
  readonly problem: TarballProblem;

  constructor(problem: TarballProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A rejection for anything but a limit on size. An entry without a name has no path to tell. */
export function invalid(message: string, path = ''): TarballRejection {
  return new TarballRejection({ code: 'invalid', message, ...(path !== '' && { path }) });
}

/** A rejection for the limit on unpacked size or on entries. */
export function tooLarge(message: string, path?: string): TarballRejection {
  return new TarballRejection({ code: 'too_large', message, ...(path === undefined ? {} : { path }) });
}
