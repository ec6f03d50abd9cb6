// Timeouts for the object store.

/** Timeouts in milliseconds. */
export interface S3Times {
  /** To establish a connection. */
  readonly connectMs: number;
  /** Until the first byte of a response, for each attempt. */
  readonly answerMs: number;
  /** For a response, with all attempts and the waits between them. */
  readonly operationMs: number;
  /** The same two for a part of an upload, or the copy of one. */
  readonly partAnswerMs: number;
  readonly partMs: number;
  /** And for a commit, which holds the publish lock. */
  readonly commitAnswerMs: number;
  readonly commitMs: number;
  /** Without a byte in the middle of a download. */
  readonly idleMs: number;
  /** For the cleanup after an upload. */
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
