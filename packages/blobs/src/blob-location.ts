// The location of the tarballs, as configured by the operator.

/** A bucket, or a part of one, in a store with the protocol of Amazon S3. */
export interface S3Location {
  readonly bucket: string;
  /** Prefix of every key, without a slash at either end; may be empty. */
  readonly prefix: string;
  /** Undefined: from the environment or the profile. */
  readonly region: string | undefined;
  /** `https://host:port`; undefined: Amazon's endpoint of the region. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is named in the path instead of the host name. */
  readonly isPathStyle: boolean;
}

/** `folder`: in the data folder. */
export type BlobLocation = 'folder' | S3Location;

/** The location as an operator writes it, for messages. */
export function describeLocation({ bucket, prefix }: S3Location): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
}
