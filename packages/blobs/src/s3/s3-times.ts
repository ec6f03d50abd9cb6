// How long the object store may take.

/** Lengths of time in milliseconds. */
export interface S3Times {
  /** For a connection to be made. */
  readonly connectMs: number;
  /** For the first byte of an answer, at each attempt. */
  readonly answerMs: number;
  /** For an answer, with all attempts and the waits between them. */
  readonly operationMs: number;
  /** The same two for a part of an upload, or the copy of one. */
  readonly partAnswerMs: number;
  readonly partMs: number;
  /** And for a commit: the lock of publishes is held meanwhile. */
  readonly commitAnswerMs: number;
  readonly commitMs: number;
  /** Without a byte, in the middle of a download. */
  readonly idleMs: number;
  /** For tidying up after an upload. */
  readonly discardMs: number;
}

export const S3_TIMES: S3Times = {
  connectMs: 3000,
  answerMs: 10_000,
  operationMs: 25_000,
  partAnswerMs: 60_000,
  partMs: 120_000,
  commitAnswerMs: 4000,
  commitMs: 10_000,
  idleMs: 15_000,
  discardMs: 5000,
};
