// Numbers as people read them.

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size, such as `11.7 KiB`. */
export function formatBytes(sizeBytes: number): string {
  let amount = sizeBytes;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}

/** A number of things: `1 version`, `2,000 versions`. */
export function formatCount(count: number, noun: string): string {
  const digits = String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${count === 1 ? noun : `${noun}s`}`;
}
