// Timestamps on the wire: ISO 8601 in UTC, to the second (contract section 2, `published_at`).

/**
 * Formats milliseconds since the epoch, in the years 0 to 9999, as `YYYY-MM-DDTHH:MM:SSZ`, rounded down to a
 * second.
 */
export function formatTimestamp(timeMs: number): string {
  const day = Math.floor(timeMs / DAY_MS);
  const seconds = Math.floor((timeMs - day * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  const time = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return `${formatDay(day)}T${time}Z`;
}

/** Parses what {@link formatTimestamp} formats, to milliseconds since the epoch; undefined for anything else. */
export function parseTimestamp(text: string): number | undefined {
  const timeMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse makes March of February 30, and the next day of 24:00:00.
  return new Date(timeMs).getUTCDate() === Number(text.slice(8, 10)) ? timeMs : undefined;
}

/** The day that was formatted last: times of a long list are often of the same few days. */
let last = { day: 0, text: '1970-01-01' };

function formatDay(day: number): string {
  if (day !== last.day) last = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return last.text;
}

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
