// Checks the targets of redirects (RFC 9110, section 15.4).
import { isHttp } from '../base-url.ts';
import { singleLine } from '../single-line.ts';

export const MAX_REDIRECTS = 5;

const REDIRECTS = [301, 302, 303, 307, 308];

export function isRedirect(status: number): boolean {
  return REDIRECTS.includes(status);
}

/** The target, or the problem with it, in words that follow the registry's URL. */
export type RedirectTarget = { readonly url: string } | { readonly problem: string };

/** Checks a redirect from `from` to its Location. */
export function judgeRedirect(from: string, location: string | null): RedirectTarget {
  if (location === null || !URL.canParse(location, from)) {
    return { problem: 'sent a redirect whose Location is missing or malformed' };
  }
  const target = new URL(location, from);
  if (!isHttp(target)) return { problem: `redirects to ${singleLine(target.protocol, 20)} instead of HTTP` };
  if (target.username !== '' || target.password !== '')
    return { problem: 'redirects to an address with a password' };
  if (isDowngrade(from, target.href)) {
    return { problem: `redirects from https to ${withoutQuery(target.href)}, which is not encrypted` };
  }
  return { url: target.href };
}

/** Whether the redirect leaves https. */
export function isDowngrade(from: string, to: string): boolean {
  return from.startsWith('https:') && !to.startsWith('https:');
}

/** Whether both have the same scheme, host and port (RFC 6454, section 5). */
export function isSameOrigin(a: string, b: string): boolean {
  return new URL(a).origin === new URL(b).origin;
}

/** A URL that may be shown: the query of another server's URL may contain a credential. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return singleLine(`${origin}${pathname}`, 200);
}
