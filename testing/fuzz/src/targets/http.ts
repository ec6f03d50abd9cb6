// Whole requests (request line, headers, body), injected in process for speed.
import { expect, type Target } from '../target.ts';
import { checkAnswer, openRegistry, TOKEN } from './registry.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH']);

export const http: Target = {
  name: 'http',
  weight: 3,
  usualBytes: 1000,
  dictionary: [
    'GET ',
    'HEAD ',
    'DELETE ',
    'OPTIONS ',
    'POST ',
    'PUT ',
    '/pack/',
    '@acme/web-style',
    '%40acme%2Fweb-style',
    '/1.0.0',
    '/1.1.0-rc.1',
    '/tarball',
    '/search?q=',
    '/publish',
    '/-/',
    '/-/whoami',
    '/-/metrics',
    '/-/health/ready',
    '?yanked=include',
    '&limit=',
    '%',
    '%00',
    '%F0%9F',
    '"',
    '*',
    "'",
    'OR',
    'NEAR',
    '\n',
    'Range: bytes=',
    'If-None-Match: ',
    'Accept: ',
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    'Origin: null',
    '{"reason":"',
    '\\ud800',
    '\\u202e',
  ],
  async open() {
    const { server, checkLog, close } = await openRegistry();
    return {
      async run(input) {
        const request = parseRequest(input);
        const response = await server.app.inject(request).catch(ignoreUnsendable);
        checkLog();
        if (response === undefined) return 'not sendable';
        const contentType = String(response.headers['content-type'] ?? '');
        for (const [name, value] of Object.entries(response.headers)) {
          expect(!/[\r\n\0]/.test(String(value)), `the header ${name} is ${JSON.stringify(value)}`);
        }
        const isHead = request.method === 'HEAD';
        return `${request.method} ${checkAnswer({ status: response.statusCode, contentType, body: response.body }, isHead)}`;
      },
      close,
    };
  },
};

interface ParsedRequest {
  readonly method: 'GET' | 'HEAD' | 'DELETE' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: Buffer;
}

function parseRequest(input: Buffer): ParsedRequest {
  const [head = '', ...body] = input.toString('latin1').split('\n\n');
  const [line = '', ...headerLines] = head.split('\n');
  const [method = '', url = '/'] = line.split(/ (.*)/s);
  const headers = headerLines.flatMap((each) => {
    const colon = each.indexOf(':');
    const name = each.slice(0, Math.max(colon, 0)).trim();
    // Node.js itself would reject other characters.
    return /^[\w-]+$/.test(name) ? [[name.toLowerCase(), each.slice(colon + 1).trim()]] : [];
  });
  return {
    method: (METHODS.has(method) ? method : 'GET') as ParsedRequest['method'],
    url: url.startsWith('/') ? url : `/${url}`,
    headers: Object.fromEntries(headers.filter(([name]) => name !== 'content-length')),
    payload: Buffer.from(body.join('\n\n'), 'latin1'),
  };
}

/** Ignores URLs that no client can send. */
function ignoreUnsendable(error: unknown): undefined {
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL') return undefined;
  throw error;
}
