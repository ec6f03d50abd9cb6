// The header Retry-After (RFC 9110, section 10.2.3).

/** The pause in milliseconds; undefined for a missing or malformed header. */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^[0-9]{1,10}$/.test(value)) return Number(value) * 1000;
  const timeMs = /GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(timeMs) ? undefined : Math.max(0, timeMs - nowMs);
}
