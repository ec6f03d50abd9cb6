// GET /.well-known/oauth-authorization-server: where tokens are exchanged (RFC 8414). For a public address with a path, its
// section 3 has the path behind the well-known one.
import {
  type AuthorizationServer,
  AuthorizationServerSchema,
  RegistryError,
  ROUTES,
  TOKEN_EXCHANGE,
} from '@prime-registry/protocol';
import { inPath, json, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { requireAudience } from './exchange-deps.ts';

const schema = {
  summary: 'Where tokens are exchanged and revoked',
  tags: ['tokens'],
  response: {
    200: json(AuthorizationServerSchema, 'The addresses.'),
    ...problems([404, 'The registry has no public address, or another one.']),
  },
} as const;

export const authorizationServer: Route<'exchanging'> = {
  path: ROUTES.authorizationServer,
  access: 'anybody',
  schema: {
    operationId: 'authorizationServer',
    description: 'RFC 8414. prime_audience is the only audience that an identity token may have.',
    ...schema,
  },
  handle: async ({ exchanging }) => describeServer(requireAudience(exchanging)),
};

export const authorizationServerOfPath: Route<'exchanging'> = {
  path: ROUTES.authorizationServerOfPath,
  access: 'anybody',
  schema: {
    operationId: 'authorizationServerOfPath',
    description: 'The same, for a registry whose public address has this path (RFC 8414, section 3).',
    params: inPath({
      path: { type: 'string', description: 'Path of the public address.', examples: ['team'] },
    }),
    ...schema,
  },
  async handle({ exchanging }, request) {
    const address = requireAudience(exchanging);
    const path = `/${(request.params as { '*': string })['*']}`;
    if (new URL(address).pathname === path && path !== '/') return describeServer(address);
    throw new RegistryError('not_found', { detail: `This registry has another address: ${address}.` });
  },
};

function describeServer(address: string): AuthorizationServer {
  return {
    issuer: address,
    token_endpoint: `${address}${ROUTES.token}`,
    // Anyone who has a token may exchange and revoke it: there are no clients with secrets.
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint: `${address}${ROUTES.revoke}`,
    revocation_endpoint_auth_methods_supported: ['none'],
    grant_types_supported: [TOKEN_EXCHANGE.grantType],
    response_types_supported: [],
    prime_audience: address,
  };
}
