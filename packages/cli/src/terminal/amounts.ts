// Numbers as people read them.

const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

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

/** A number of things: `1 atom`, `2 atoms`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

/** A whole number, its digits in groups of three. The platform's own way loads all languages first, which takes 20 ms. */
export function formatNumber(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
