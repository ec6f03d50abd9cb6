// GET /pack/:scope (contract section 4.2).
import { ownTurn } from '@prime-registry/concurrency';
import { ROUTES, type VersionList, VersionListSchema } from '@prime-registry/protocol';
import { primeNotFound } from '../../actions/not-found.ts';
import { readName } from '../../http/requests/prime-path.ts';
import { freshnessHeaders } from '../../http/responses/freshness-headers.ts';
import { describeLifecycle, linkHeaders } from '../lifecycle/describe-lifecycle.ts';
import { findDeprecated } from '../lifecycle/find-deprecated.ts';
import { inQuery, json, PrimeParamsSchema, problems, UPSTREAM_AWAY } from '../responses.ts';
import type { Route } from '../route.ts';
import { countMirrorRead } from './count-mirror-read.ts';
import { describeVersions } from './describe-versions.ts';

/** Lists of more versions take a turn of the event loop of their own. */
const MANY = 1000;

export const versionList: Route<'mirror' | 'reading'> = {
  path: ROUTES.versionList,
  schema: {
    operationId: 'listVersions',
    summary: 'List the versions of a Prime',
    description:
      'The contract percent-encodes the name here, /pack/%40scope%2Fname; the plain form /pack/@scope/name is the same.',
    tags: ['contract'],
    params: PrimeParamsSchema,
    querystring: inQuery({ yanked: { const: 'include', description: 'List yanked versions as well.' } }),
    response: {
      200: json(VersionListSchema, 'The versions, in ascending precedence.'),
      ...problems([404, 'The Prime is not in this registry, nor in an upstream.'], UPSTREAM_AWAY),
    },
  },
  async handle({ mirror, reading }, request, reply): Promise<VersionList> {
    const name = readName(request);
    const withYanked = (request.query as { yanked?: unknown }).yanked === 'include';
    const listing = await mirror.listVersions(name, { withRemoved: withYanked, withRequires: true });
    const { versions, lifecycle, mirrored } = listing;
    if (mirrored !== undefined) reading.responseCache.limit(request, mirrored.freshForMs);
    if (versions.length === 0 && lifecycle === undefined) throw primeNotFound(name);
    if (mirrored !== undefined) reply.headers(freshnessHeaders(mirrored));
    if (mirrored?.origin !== undefined)
      countMirrorRead(reading, request, mirrored.origin, mirrored.isAsked ? 'miss' : 'hit');
    if (versions.length > MANY) await ownTurn();
    reply.headers(linkHeaders(lifecycle));
    const listed = withYanked ? versions : versions.filter((version) => !version.yanked);
    const isDeprecated = lifecycle && (await findDeprecated(lifecycle, listed));
    return {
      ...describeVersions(name.full, listed, { all: versions, isDeprecated }),
      ...(lifecycle && describeLifecycle(lifecycle, { withRemoved: withYanked })),
      ...(mirrored?.origin !== undefined && { origin: mirrored.origin }),
    };
  },
};
