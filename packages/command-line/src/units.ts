// Sizes and durations as people type them in options and settings: `100MiB`, `30s`.

const SIZE_UNITS: Readonly<Record<string, number>> = { '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

const DAY_MS = 86_400_000;
const MAX_DURATION_MS = 3650 * DAY_MS;
const DURATION_UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
};

/** Reads a size such as `512`, `500KiB` or `1 GiB` into bytes; undefined for any other text. */
export function parseSize(text: string): number | undefined {
  const match = /^([0-9]{1,13}) ?(|KiB|MiB|GiB)$/.exec(text);
  const unit = SIZE_UNITS[match?.[2] ?? ''];
  return match?.[1] === undefined || unit === undefined ? undefined : Number(match[1]) * unit;
}

/** A size in the largest unit that divides it, such as `100MiB`: the text that {@link parseSize} reads. */
export function formatExactSize(sizeBytes: number): string {
  const unit = ['GiB', 'MiB', 'KiB'].find((name) => sizeBytes % (SIZE_UNITS[name] ?? 1) === 0) ?? '';
  return `${sizeBytes / (SIZE_UNITS[unit] ?? 1)}${unit}`;
}

/**
 * Reads a duration such as `30s` or `90d` into milliseconds, up to 3,650 days; undefined for any other text.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^([1-9][0-9]{0,8})(ms|s|m|h|d)$/.exec(text);
  const unit = DURATION_UNITS[match?.[2] ?? ''];
  const durationMs = match?.[1] === undefined || unit === undefined ? Number.NaN : Number(match[1]) * unit;
  return durationMs <= MAX_DURATION_MS ? durationMs : undefined;
}

/**
 * A duration in the largest unit that divides it, such as `10m`: the text that {@link parseDuration} reads.
 */
export function formatExactDuration(durationMs: number): string {
  const unit = ['d', 'h', 'm', 's'].find((name) => durationMs % (DURATION_UNITS[name] ?? 1) === 0) ?? 'ms';
  return `${durationMs / (DURATION_UNITS[unit] ?? 1)}${unit}`;
}
