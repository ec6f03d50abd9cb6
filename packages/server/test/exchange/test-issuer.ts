// An issuer of identity tokens on loopback, with keys that a test changes and requests that it counts.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A key, as the issuer has it. */
interface IssuerKey {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
  readonly jwk: object;
}

/** What a test wants of a token besides the usual. */
export interface TokenDraft {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch; default now. */
  readonly nowMs?: number;
}

/** The audience of the tokens, and the address of the registries. */
export const AUDIENCE = 'https://primes.example';

/** Generated once: 2048 bits take some time. */
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const RSA_PEM = RSA.privateKey.export({ type: 'pkcs8', format: 'pem' });

export class TestIssuer {
  /** Every request, in order. */
  readonly requests: string[] = [];
  /** What is answered instead, such as a 503. */
  broken: ((path: string, response: ServerResponse) => boolean) | undefined;
  keys: IssuerKey[] = [];
  readonly #server: Server;
  readonly #scheme: string;

  private constructor(server: Server, scheme: string) {
    this.#server = server;
    this.#scheme = scheme;
  }

  /** @param certified - certificate and key, for https */
  static async start(certified?: { readonly cert: string; readonly key: string }): Promise<TestIssuer> {
    const server = certified === undefined ? createServer() : createTlsServer(certified);
    const issuer = new TestIssuer(server, certified === undefined ? 'http' : 'https');
    server.on('request', ({ url = '' }, response) => issuer.#answer(url, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer.addKey('first', 'RS256');
    return issuer;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds a key, and signs with it from now on. */
  addKey(kid: string, alg: IssuerKey['alg'] = 'ES256'): void {
    const privateKey =
      alg === 'RS256'
        ? createPrivateKey(RSA_PEM)
        : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { kty, n, e, crv, x, y } = privateKey.export({ format: 'jwk' });
    this.keys.push({ kid, alg, privateKey, jwk: { kid, alg, use: 'sig', kty, n, e, crv, x, y } });
  }

  /** Its keys, as it publishes them. */
  get keySet(): string {
    return JSON.stringify({ keys: this.keys.map(({ jwk }) => jwk) });
  }

  /** A token of the last key. */
  token({ claims = {}, header = {}, nowMs = Date.now() }: TokenDraft = {}): string {
    const key = this.keys.at(-1);
    if (key === undefined) throw new Error('the issuer has no key');
    const seconds = Math.floor(nowMs / 1000);
    const head = { alg: key.alg, kid: key.kid, typ: 'JWT', ...header };
    const body = {
      ...{ iss: this.url, aud: AUDIENCE, jti: randomUUID(), sub: 'job' },
      ...{ iat: seconds, exp: seconds + 300 },
      ...claims,
    };
    const signed = [head, body]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(path: string, response: ServerResponse): void {
    this.requests.push(path);
    if (this.broken?.(path, response) === true) return;
    response.setHeader('content-type', 'application/json');
    if (path === '/.well-known/openid-configuration')
      response.end(JSON.stringify({ issuer: this.url, jwks_uri: `${this.url}/keys` }));
    else if (path === '/keys') response.end(this.keySet);
    else response.writeHead(404).end();
  }
}
