// Headers that keep browsers from misusing an answer. HSTS is up to the proxy that terminates TLS.

/** Headers of every answer: no guessing of its type, no loading or running of anything in it, no framing. */
export const PROTECTIVE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};
