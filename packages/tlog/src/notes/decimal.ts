// Numbers in the texts of logs: decimal, without sign and leading zeros.

/** The number, or undefined if the text is not exactly its decimal form, or it is above 2^53 - 1. */
export function parseDecimal(text: string): number | undefined {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
