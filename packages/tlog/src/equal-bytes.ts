// Compares hashes and public keys.

/** Whether two sequences of bytes are the same. It takes longer for a longer common beginning: not for secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
