// Times for tests in which the object store does not answer.
import { S3_TIMES, type S3Times } from '../../../src/blobs/s3/s3-times.ts';

/** Long enough for a busy machine, and short enough to wait for. */
export const FAST_TIMES: S3Times = {
  ...S3_TIMES,
  answerMs: 1000,
  operationMs: 2500,
  partAnswerMs: 2000,
  partMs: 5000,
  commitAnswerMs: 1000,
  commitMs: 2500,
  idleMs: 500,
  discardMs: 1500,
};
