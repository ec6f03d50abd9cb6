// An upload whose file shows that it has begun: a smaller one has none until it is complete.
import { randomBytes } from 'node:crypto';
import { encodeForm, manifestText, tarballOf } from '@prime-registry/testkit';

/** More than the server keeps in memory of an upload. */
const LARGE_BYTES = 600 * 1024;

/** The form of a publish with a large tarball. */
export const LARGE_FORM = encodeForm([
  { name: 'manifest', body: manifestText() },
  {
    name: 'tarball',
    body: tarballOf({ files: { 'data.bin': randomBytes(LARGE_BYTES) } }) ?? '',
    fileName: 'prime.tar.gz',
  },
]);
