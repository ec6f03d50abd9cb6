// SHA-256, as packages/tlog wants it.
import { createHash } from 'node:crypto';

export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
