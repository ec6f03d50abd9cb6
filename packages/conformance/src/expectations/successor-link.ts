// The link from a Prime that has moved to its new name.

import type { Exchange } from '../http/exchange.ts';
import { fail } from './expect.ts';

/** The target of the link to the new name, decoded; undefined without one. */
export function linkOf({ headers }: Exchange): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?successor-version"?/.exec(String(headers.link ?? ''))?.[1];
  return target === undefined ? undefined : decodeURIComponent(target);
}

/** @throws {Failure} without a link to that name */
export function expectLink(exchange: Exchange, name: string): void {
  const wanted = `/pack/${name}`;
  if (linkOf(exchange)?.endsWith(wanted) === true) return;
  fail(exchange, `Link: <${wanted}>; rel="successor-version"`, `Link: ${exchange.headers.link ?? 'none'}`);
}
