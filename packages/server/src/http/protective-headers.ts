// What keeps browsers from taking an answer for something else than it is. Transport security (HSTS) is for the proxy to
// say, which speaks TLS.

/** Headers of every answer: it is of the type that it says, is no document that may load or run anything, and in no frame. */
export const PROTECTIVE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};
