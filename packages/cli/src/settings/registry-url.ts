// The base URL of a registry in its one spelling, so that the same registry is known again wherever it is written down.
import { type Parsed, quote } from '@prime-registry/protocol';

/**
 * Parses the base URL of a registry: http or https, perhaps with a path, without credentials, query or fragment. The value
 * has the host in lower case, no default port and no slash at its end (RFC 3986, section 6.2).
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
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  if (url.username !== '' || url.password !== '') {
    return reject(
      `a URL with a user name or a password is not taken; write '${base}' and run 'prime login ${base}'`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return reject(`the URL of a registry has no '?' and no '#'; write '${base}'`);
  }
  return { ok: true, value: base };
}

/** Quotes text that should have been a URL. It may hold a password, or be a token that got into the wrong place. */
export function quoteWithoutSecrets(text: string): string {
  return quote(text.replaceAll(/\/\/\S*@/g, '//…@').replaceAll(/pri_\w+/gi, 'pri_…'));
}

function reject(message: string): Parsed<never> {
  return { ok: false, message };
}
