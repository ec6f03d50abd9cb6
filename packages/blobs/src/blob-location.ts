// Where the tarballs are, as the operator has said it.

/** A bucket, or a part of one, of a store that speaks the protocol of Amazon S3. */
export interface S3Location {
  readonly bucket: string;
  /** In front of every key, without a slash at either end; may be empty. */
  readonly prefix: string;
  /** Undefined: what the environment or the profile says. */
  readonly region: string | undefined;
  /** `https://host:port`; undefined: Amazon's, for the region. */
  readonly endpoint: string | undefined;
  /** The bucket is named in the path, not in the host name. */
  readonly isPathStyle: boolean;
}

/** `folder`: in the data folder. */
export type BlobLocation = 'folder' | S3Location;

/** The location as an operator writes it, for messages. */
export function describeLocation({ bucket, prefix }: S3Location): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
}
