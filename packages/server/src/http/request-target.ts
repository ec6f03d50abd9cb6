// What the router is given for a request target: one spelling, whatever form and whatever escapes it came in.
import type { IncomingMessage } from 'node:http';
import { canonicalPath } from '@prime-registry/protocol';

/** Path and query of the target as the routes spell them; of its absolute form, too (RFC 9112, section 3.2.2). */
export function routedTarget({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const withoutOrigin = url.replace(/^https?:\/\/[^/?]*/i, '');
  return canonicalPath(/^[/*]/.test(withoutOrigin) ? withoutOrigin : `/${withoutOrigin}`);
}
