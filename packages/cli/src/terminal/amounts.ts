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
  return `${groupDigits(count)} ${count === 1 ? noun : plural}`;
}

/** Digits in groups of three. The platform's own way loads the tables of all languages first, which takes 20 ms. */
function groupDigits(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
