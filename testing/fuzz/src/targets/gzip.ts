// Gzip data, mutated in compressed form.
import type { Target } from '../target.ts';
import { inspectTwice } from './tar.ts';

export const gzip: Target = {
  name: 'gzip',
  weight: 2,
  usualBytes: 4096,
  dictionary: [
    '\x1f\x8b',
    '\x1f\x8b\x08\0\0\0\0\0\0\x03',
    '\0',
    '\x08',
    'PK\x03\x04',
    'BZh',
    '\x28\xb5\x2f\xfd',
    '\x03\0\0\0\0\0\0\0\0\0',
  ],
  open: () => ({ run: inspectTwice }),
};
