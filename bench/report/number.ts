// Numbers with sensible precision.

/** Such as `0.93`, `15.2`, `1,830`. Whole numbers have no fraction. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size < 10 ? 2 : 1;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
