// GET /-/whoami: what a token may do, and the limits of a publish.
import { formatGrant, formatTimestamp, ROUTES, type Whoami, WhoamiSchema } from '@prime-registry/protocol';
import { actorOf } from '../http/requests/authentication.ts';
import { BAD_TOKEN, json, problems } from './responses.ts';
import type { Route } from './route.ts';

export const whoami: Route<'publishing'> = {
  path: ROUTES.whoami,
  access: 'token',
  schema: {
    operationId: 'whoami',
    summary: 'Show whose token was sent and what it may do',
    description: 'Any valid token will do, with any permission.',
    tags: ['operations'],
    response: {
      200: json(WhoamiSchema, 'The token is valid.'),
      ...problems(BAD_TOKEN),
    },
  },
  async handle({ publishing }, request, reply): Promise<Whoami> {
    const { tokenId, tokenName, permissions, scopes, primes, expiresAtMs } = actorOf(request);
    // The answer depends on the token, not only on the URL.
    reply.header('Cache-Control', 'no-store');
    const { maxTarballBytes, maxUnpackedBytes, maxEntries, maxRatio } = publishing.limits;
    return {
      id: tokenId,
      name: tokenName,
      permissions: [...permissions],
      scopes: [...scopes],
      ...(primes.length > 0 && { primes: primes.map(formatGrant) }),
      ...(expiresAtMs !== undefined && { expires_at: formatTimestamp(expiresAtMs) }),
      publishing: {
        max_tarball_bytes: maxTarballBytes,
        max_unpacked_bytes: maxUnpackedBytes,
        max_entries: maxEntries,
        max_ratio: maxRatio,
        version_rule: publishing.versionRule,
      },
    };
  },
};
