// Parses the base URL of a registry into one canonical form, which can be compared and shown.

/**
 * Parses the base URL of a registry; it may have a path.
 * @returns it without a slash at its end.
 * @throws TypeError when it is not http(s), or has credentials, a query or a fragment. The message does not
 *   repeat it, because it may contain a password.
 */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isHttp(url)) {
    throw new TypeError(
      'The base URL of a registry must be like https://registry.example or http://127.0.0.1:4000.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(
      `The base URL of the registry at ${url.host} contains credentials; use a token instead.`,
    );
  }
  if (/[?#]/.test(text)) {
    throw new TypeError(
      `The base URL of the registry at ${url.host} has a query or a fragment; leave it out.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** Whether the scheme is http or https. */
export function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}
