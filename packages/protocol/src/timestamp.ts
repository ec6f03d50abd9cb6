// Timestamps on the wire: ISO 8601 in UTC, to the second (contract section 2, `published_at`).

/** Milliseconds since the epoch as `YYYY-MM-DDTHH:MM:SSZ`. */
export function formatTimestamp(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}
