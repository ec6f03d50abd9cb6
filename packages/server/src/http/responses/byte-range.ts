// Range requests for one range of bytes (RFC 9110, section 14).
import type { ByteRange } from '@prime-registry/blobs';

/** The range to serve, `whole` for everything, `unsatisfiable` for a range behind the end. */
export type RangeOutcome = ByteRange | 'whole' | 'unsatisfiable';

/**
 * Parses a Range header. A malformed one, another unit, or several ranges are ignored, as section 14.2
 * allows: then everything is served.
 */
export function resolveRange(header: string | undefined, sizeBytes: number): RangeOutcome {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const suffixBytes = Number(last);
    if (suffixBytes === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { start: Math.max(sizeBytes - suffixBytes, 0), end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
