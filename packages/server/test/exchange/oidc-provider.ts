// A real OpenID Connect provider as issuer: oidc-provider, with keys that change at a restart.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A provider whose client `ci` gets signed tokens for one audience. */
export class TestProvider {
  readonly #audience: string;
  #server: Server | undefined;
  #answer: RequestListener = () => undefined;
  #port = 0;
  #made = 0;
  #keys: object[] = [];

  constructor(audience: string) {
    this.#audience = audience;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, or gives it a new key. The former key is still published. */
  async rotate(): Promise<void> {
    this.#made += 1;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = {
      ...privateKey.export({ format: 'jwk' }),
      kid: `key-${this.#made}`,
      use: 'sig',
      alg: 'ES256',
    };
    this.#keys = [key, ...this.#keys].slice(0, 2);
    await this.#listen();
    this.#answer = this.#createProvider().callback();
  }

  async #listen(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer((request, response) => this.#answer(request, response));
    // Nobody reuses a connection that it is about to close.
    server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** A token for the job, by the client credentials grant. */
  async token(): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('ci:secret-of-the-ci').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        connection: 'close',
      },
      body: `grant_type=client_credentials&resource=${encodeURIComponent(this.#audience)}`,
    });
    const { access_token: token } = (await response.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`the provider answered with ${response.status}`);
    return token;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  #createProvider(): Provider {
    return new Provider(this.issuer, {
      clients: [
        {
          ...{ client_id: 'ci', client_secret: 'secret-of-the-ci' },
          ...{ grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: this.#keys },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({
            ...{ scope: '', audience: this.#audience, accessTokenTTL: 300 },
            ...{ accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } },
          }),
        },
      },
    });
  }
}
