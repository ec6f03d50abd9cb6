// Timestamps on the wire: ISO 8601 in UTC, to the second (contract section 2, `published_at`).

/**
 * Formats milliseconds since the epoch, in the years 0 to 9999, as `YYYY-MM-DDTHH:MM:SSZ`, rounded down to a
 * second.
 */
export function formatTimestamp(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
