// Normalises the base URL of a registry, so that different spellings of one registry are equal.
import { accept, type Parsed, reject } from './parsed.ts';
import { quote } from './text/quote.ts';

/**
 * Parses the base URL of a registry: http or https, with an optional path, without credentials, query or
 * fragment. The value has the host in lower case, no default port and no trailing slash (RFC 3986, section
 * 6.2).
 */
export function parseRegistryUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  if (url === null) {
    return reject(
      `${quoteWithoutSecrets(text)} is not a URL; write one such as 'https://primes.example.com'`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return reject(
      `${quoteWithoutSecrets(text)} does not begin with 'http://' or 'https://'; use one of them`,
    );
  }
  const base = `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
  if (url.username !== '' || url.password !== '') {
    return reject(
      `a URL must not have a user name or a password; write '${base}' and run 'prime login ${base}'`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return reject(`the URL of a registry must not have '?' or '#'; write '${base}'`);
  }
  return accept(base);
}

/** Quotes text that should be a URL. It may contain a password, or be a token in the wrong place. */
export function quoteWithoutSecrets(text: string): string {
  return quote(text.replaceAll(/\S+/g, hideCredentials).replaceAll(/pri_\w+/gi, 'pri_…'));
}

/** By hand: a pattern would search on to the end from every slash. */
function hideCredentials(word: string): string {
  const start = word.indexOf('//');
  const end = word.lastIndexOf('@');
  return start === -1 || end < start + 2 ? word : `${word.slice(0, start)}//…@${word.slice(end + 1)}`;
}
