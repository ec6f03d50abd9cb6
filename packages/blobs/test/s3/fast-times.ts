// Timeouts for tests in which the object store does not answer.
import { S3_TIMES, type S3Times } from '../../src/s3/s3-times.ts';

/** Long enough for a busy machine, short enough to wait for. */
export const FAST_TIMES: S3Times = {
  ...S3_TIMES,
  answerMs: 1500,
  operationMs: 4000,
  commitAnswerMs: 1500,
  commitMs: 4000,
  idleMs: 700,
  discardMs: 1500,
};
