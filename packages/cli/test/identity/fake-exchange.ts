// A registry whose exchange of tokens a test decides about: it is a proxy in front of a real one, and gives out a token
// of that. And the runner of a CI job, with its own endpoint for identity tokens.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FaultyProxy, startFaultyProxy, type TestRegistry } from '@prime-registry/testkit';

/** An answer to an exchange. */
interface ExchangeAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A registry that exchanges tokens. */
export interface FakeExchange extends AsyncDisposable {
  readonly baseUrl: string;
  /** The form of every exchange. */
  readonly exchanges: Readonly<Record<string, string>>[];
  /** The tokens that were revoked. */
  readonly revoked: string[];
  /** Method and path of every other request, and its `Authorization`. */
  readonly requests: string[];
  readonly credentials: (string | undefined)[];
  /** What the metadata say. */
  audience: string | undefined;
  /** Answers an exchange; `lost` breaks the connection instead. */
  answer: (form: Readonly<Record<string, string>>) => ExchangeAnswer | 'lost';
}

const IDENTITY = { rule: 'web-style releases', description: 'acme/web-style, release.yml' };

/** The answer of an exchange that succeeds. */
export function give(token: string, expiresIn = 900): ExchangeAnswer {
  const body = {
    ...{ access_token: token, issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' },
    ...{
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope: 'publish scope:@acme',
      prime_identity: IDENTITY,
    },
  };
  return { status: 200, body };
}

/** Starts the proxy. Without another answer, the token of the author is given out. */
export async function startFakeExchange(registry: TestRegistry): Promise<FakeExchange> {
  const link = await startFaultyProxy(registry.baseUrl);
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeExchange = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges: [],
    revoked: [],
    requests: [],
    credentials: [],
    audience: undefined,
    answer: () => give(registry.author.token ?? ''),
    [Symbol.asyncDispose]: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await link.close();
    },
  };
  fake.audience = fake.baseUrl;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '' } = request;
    if (path === '/.well-known/oauth-authorization-server') {
      const body = { issuer: fake.baseUrl, prime_audience: fake.audience };
      const missing = {
        status: 404,
        body: { code: 'exchange_not_configured', status: 404 },
        headers: { 'content-type': 'application/problem+json' },
      };
      return send(response, fake.audience === undefined ? missing : { status: 200, body });
    }
    if (path === '/-/token' || path === '/-/revoke') {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      if (path === '/-/revoke') {
        fake.revoked.push(form.token ?? '');
        return send(response, { status: 200, body: {} });
      }
      fake.exchanges.push(form);
      const answer = fake.answer(form);
      return answer === 'lost' ? void response.destroy() : send(response, answer);
    }
    fake.requests.push(`${request.method} ${path}`);
    fake.credentials.push(request.headers.authorization);
    await forward(link, request, response);
  }
  return fake;
}

function send(response: ServerResponse, { status, body, headers = {} }: ExchangeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

async function forward(link: FaultyProxy, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const answer = await fetch(`${link.baseUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    redirect: 'manual',
    ...(hasBody && { body: request as unknown as ReadableStream, duplex: 'half' }),
  } as RequestInit);
  const kept = [...answer.headers].filter(
    ([name]) => !/^(content-(encoding|length)|transfer-encoding)$/.test(name),
  );
  response.writeHead(answer.status, Object.fromEntries(kept));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** The endpoint of the runner of GitHub. */
export interface FakeRunner extends AsyncDisposable {
  /** The variables that a job with `id-token: write` has. */
  readonly environment: Record<string, string>;
  /** Path and `Authorization` of every request. */
  readonly requests: string[];
  /** Makes the token for an audience. */
  issue: (audience: string) => string;
  /** Redirects instead, if set. */
  redirectTo: string | undefined;
}

/** A token in the form of a signed one. Nobody here verifies it. */
export function tokenFor(aud: unknown, claims: Readonly<Record<string, unknown>> = {}): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', kid: '1' })}.${part({ ...claims, aud })}.c2lnbmF0dXJl`;
}

/** Starts it. */
export async function startFakeRunner(): Promise<FakeRunner> {
  const server = createServer((request, response) => {
    runner.requests.push(`${request.url} ${request.headers.authorization}`);
    if (runner.redirectTo !== undefined) {
      response.writeHead(302, { location: runner.redirectTo }).end();
      return;
    }
    const audience = new URL(request.url ?? '', 'http://runner').searchParams.get('audience') ?? '';
    send(response, { status: 200, body: { value: runner.issue(audience) } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let issued = 0;
  const runner: FakeRunner = {
    environment: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/idtoken?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'password-of-the-runner',
    },
    requests: [],
    issue: (audience) => {
      issued += 1;
      return tokenFor(audience, { jti: `${issued}` });
    },
    redirectTo: undefined,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return runner;
}
