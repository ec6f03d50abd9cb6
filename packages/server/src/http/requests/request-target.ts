// Normalizes request targets for the router.
import type { IncomingMessage } from 'node:http';
import { canonicalPath } from '@prime-registry/protocol';

/**
 * Path and query in the spelling of the routes, also of a target in absolute form (RFC 9112, section 3.2.2).
 */
export function routedTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const withoutOrigin = url.replace(/^https?:\/\/[^/?]*/i, '');
  return canonicalPath(/^[/*]/.test(withoutOrigin) ? withoutOrigin : `/${withoutOrigin}`);
}
