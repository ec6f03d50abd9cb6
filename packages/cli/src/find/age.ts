// The age of a timestamp in words.
const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * The time since a timestamp, such as `3 days ago`; `just now` below a minute and for the future; empty if
 * invalid.
 */
export function formatAge(timestamp: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(timestamp)) / 1000;
  if (Number.isNaN(seconds)) return '';
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
