// A real OpenID Connect provider as issuer: oidc-provider, with keys that change at a restart.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A provider whose client `ci` gets signed tokens for one audience. */
export class TestProvider {
  readonly #audience: string;
  #server: Server | undefined;
  #port = 0;
  #keys: object[] = [];

  constructor(audience: string) {
    this.#audience = audience;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, or starts it again with a new key. The former key is still published. */
  async rotate(): Promise<void> {
    await this.stop();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = `key-${this.#keys.length + 1}`;
    this.#keys = [
      { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' },
      ...this.#keys,
    ].slice(0, 2);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    server.on('request', this.#createProvider().callback());
  }

  /** A token for the job, by the client credentials grant. */
  async token(): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('ci:secret-of-the-ci').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
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
