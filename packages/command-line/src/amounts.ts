// Sizes and counts for people.

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size, such as `11.7 KiB`; `sizeBytes` is not negative. */
export function formatSize(sizeBytes: number): string {
  let amount = sizeBytes;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}

/** A count with its noun: `1 atom`, `2,000 atoms`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

/**
 * A whole number with its digits in groups of three. `toLocaleString` takes 20 ms to load the data of all
 * languages.
 */
export function formatNumber(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
