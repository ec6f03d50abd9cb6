// The address of a registry, checked once and written in one way, so that it can be compared and shown.

/**
 * Parses the base URL of a registry; it may have a path.
 * @returns it without a slash at its end.
 * @throws TypeError when it is not http(s), or has credentials, a query or a fragment. The message does not repeat it,
 *   because there may be a password in it.
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
      `The base URL of the registry at ${url.host} has credentials in it; give a token instead.`,
    );
  }
  if (/[?#]/.test(text)) {
    throw new TypeError(
      `The base URL of the registry at ${url.host} has a query or a fragment; leave it out.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether the URL is one that can be fetched over HTTP. */
export function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}
