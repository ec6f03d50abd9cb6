// Where a redirect may lead (RFC 9110, section 15.4).
import { isHttp } from '../base-url.ts';
import { singleLine } from '../single-line.ts';

/** Most redirects that one request follows. */
export const MAX_REDIRECTS = 5;

const REDIRECTS = [301, 302, 303, 307, 308];

/** Whether the status sends the client elsewhere. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.includes(status);
}

/** A place to go to, or what is wrong with it in words that follow the registry's name. */
export type RedirectTarget = { readonly url: string } | { readonly problem: string };

/** Judges a redirect from `from` to the text of its Location. */
export function judgeRedirect(from: string, location: string | null): RedirectTarget {
  if (location === null || !URL.canParse(location, from)) {
    return { problem: 'redirects to nowhere: its Location is missing or malformed' };
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

/** Whether encryption would be lost on the way. */
export function isDowngrade(from: string, to: string): boolean {
  return from.startsWith('https:') && !to.startsWith('https:');
}

/** Whether both have the same scheme, host and port (RFC 6454, section 5). */
export function isSameOrigin(a: string, b: string): boolean {
  return new URL(a).origin === new URL(b).origin;
}

/** An address that may be shown: the query of another server's address may be as good as a password. */
export function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return singleLine(`${origin}${pathname}`, 200);
}
