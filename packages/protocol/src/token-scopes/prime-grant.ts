// One Prime, or some of its versions, that a token may write to.

/** A Prime, or some of its versions. */
export interface PrimeGrant {
  /** Such as `@acme/web-style`. */
  readonly name: string;
  /** A range of versions as `parseRange` reads it; undefined for the whole Prime. */
  readonly range: string | undefined;
}

/** A grant as it is written: `@acme/web-style`, or `@acme/web-style@^1.2` with a range. */
export function formatGrant({ name, range }: PrimeGrant): string {
  return range === undefined ? name : `${name}@${range}`;
}
