// What went wrong with a request to the object store: enough for the log, and no more. The errors of the SDK hold the whole
// exchange, headers and signatures included.
import { S3ServiceException } from '@aws-sdk/client-s3';
import { RegistryError } from '@prime-registry/protocol';
import { unavailable } from '../blob-errors.ts';

/** A request that failed, after all attempts. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The store's own word, such as `NoSuchKey`. */
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

  /** The store has said that there is no such thing. */
  get isAbsence(): boolean {
    // A bucket that is not there is a mistake, and tells nothing of what would be in it.
    return this.status === 404 && this.code !== 'NoSuchBucket';
  }
}

/** Runs an operation; whatever fails in it becomes `storage_unavailable`, with the cause kept for the log. */
export async function translateS3Error<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw error instanceof RegistryError ? error : unavailable(error);
  }
}
