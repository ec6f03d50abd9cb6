// The problems of tarballs, and the exception that reports them to the inspector.

export interface TarballProblem {
  /** `too_large` means over the limit of unpacked size or of entries; everything else is `invalid`. */
  code: 'invalid' | 'too_large';
  /** The path of the invalid entry, if known; printable, and shortened when very long. */
  path?: string;
  /** One sentence for the author: what is wrong, where, and what would be right. */
  message: string;
}

/** Thrown while a tarball is read. The inspector catches it, so it never leaves the package. */
export class TarballRejection extends Error {
  override readonly name = 'TarballRejection';
  readonly problem: TarballProblem;

  constructor(problem: TarballProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A rejection for anything but a size limit. An entry without a name has no path. */
export function invalid(message: string, path = ''): TarballRejection {
  return new TarballRejection({ code: 'invalid', message, ...(path !== '' && { path }) });
}

/** A rejection for the limit of unpacked size or of entries. */
export function tooLarge(message: string, path?: string): TarballRejection {
  return new TarballRejection({ code: 'too_large', message, ...(path === undefined ? {} : { path }) });
}
