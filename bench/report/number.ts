// Numbers with as many digits as they deserve.

/** Such as `0.93`, `15.2`, `1,830`; what is counted has no fraction. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size < 10 ? 2 : 1;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
