// SHA-256 for the tree.
import { hash } from 'node:crypto';
import type { Sha256 } from '@prime-registry/tlog';

/** The digest of the parts, one after the other. */
export const sha256: Sha256 = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer');
