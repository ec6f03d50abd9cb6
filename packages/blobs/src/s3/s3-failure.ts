// What went wrong with a request to the object store: only what the log needs. The errors of the SDK contain
// the whole exchange, including headers and signatures.
import { S3ServiceException } from '@aws-sdk/client-s3';

/** A request that failed after all attempts. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** Status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** The error code of the store, such as `NoSuchKey`. */
  readonly code: string;

  constructor(what: string, error: unknown) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const isAnswer = error instanceof S3ServiceException;
    const { httpStatusCode: status, requestId } = isAnswer ? error.$metadata : {};
    const answer = isAnswer ? ` (status ${status}, request ${requestId})` : '';
    super(`${what}: ${name}: ${message}${answer}`);
    this.status = status;
    this.code = name;
  }

  /** Whether the store reported that the object or upload does not exist. */
  get isAbsence(): boolean {
    // A missing bucket is a mistake of configuration, and says nothing about its objects.
    return this.status === 404 && this.code !== 'NoSuchBucket';
  }
}
