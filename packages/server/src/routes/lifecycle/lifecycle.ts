// GET /-/primes/…/lifecycle: channels, deprecations, the new name, removed versions.
import { type Lifecycle, LifecycleSchema, ROUTES } from '@prime-registry/protocol';
import { primeNotFound } from '../../actions/not-found.ts';
import { readName } from '../../http/requests/prime-path.ts';
import { json, PrimeParamsSchema, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeLifecycle } from './describe-lifecycle.ts';

export const lifecycle: Route<'store' | 'mirror' | 'reading'> = {
  path: ROUTES.lifecycle,
  schema: {
    operationId: 'readLifecycle',
    summary: 'What happened to a Prime after its publishes',
    description: 'The same fields as in the list of versions with ?yanked=include.',
    params: PrimeParamsSchema,
    response: {
      200: json(LifecycleSchema, 'Channels, deprecations, the new name, removed versions.'),
      ...problems([404, 'The Prime is not in this registry, nor in an upstream.']),
    },
  },
  async handle({ mirror, reading }, request): Promise<Lifecycle> {
    const name = readName(request);
    const { versions, lifecycle: life, mirrored } = await mirror.listVersions(name);
    if (mirrored !== undefined) reading.responseCache.limit(request, mirrored.freshForMs);
    if (versions.length === 0 && life === undefined) throw primeNotFound(name);
    return { name: name.full, ...(life && describeLifecycle(life, { withRemoved: true })) };
  },
};
