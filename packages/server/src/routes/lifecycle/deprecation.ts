// PUT and DELETE /-/primes/…/deprecation: deprecates versions, and takes it back.
import {
  DeprecationRequestSchema,
  type Lifecycle,
  LifecycleSchema,
  parseDeprecatedRange,
  ROUTES,
} from '@prime-registry/protocol';
import { deprecate, undeprecate } from '../../actions/lifecycle/deprecate.ts';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { inQuery, json, PrimeParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { answerLifecycle, CHANGE_PROBLEMS, readChange, readChangeBody } from './lifecycle-answer.ts';
import { ALL_VERSIONS, readDeprecation } from './read-lifecycle-body.ts';

const EXAMPLE = {
  range: '<2.0.0',
  message: 'Has wrong rules for forms.',
  successor: { name: '@acme/web-style', range: '^2' },
};

export const setDeprecation: Route<'changing'> = {
  method: 'PUT',
  path: ROUTES.deprecation,
  permission: 'publish',
  rate: 'yank',
  schema: {
    operationId: 'deprecate',
    summary: 'Deprecate versions of a Prime',
    description:
      'Consumers who install a deprecated version learn why not to, and what to use instead. Without a range, the Prime ' +
      'as a whole is deprecated, with the versions to come. Replaces a deprecation of the same range.',
    params: PrimeParamsSchema,
    body: DeprecationRequestSchema,
    response: { 200: json(LifecycleSchema, 'Deprecated.'), ...CHANGE_PROBLEMS },
  },
  async handle({ changing }, request, reply): Promise<Lifecycle> {
    const change = readChange(request);
    const deprecation = readDeprecation(await readChangeBody(changing, request, reply, EXAMPLE));
    await deprecate(changing, change, deprecation);
    return answerLifecycle(changing, change.name);
  },
};

export const removeDeprecation: Route<'changing'> = {
  method: 'DELETE',
  path: ROUTES.deprecation,
  permission: 'publish',
  rate: 'yank',
  schema: {
    operationId: 'undeprecate',
    summary: 'Take a deprecation back',
    params: PrimeParamsSchema,
    querystring: inQuery({
      range: { type: 'string', description: 'The range of the deprecation; * by default.' },
    }),
    response: { 200: json(LifecycleSchema, 'The Prime without this deprecation.'), ...CHANGE_PROBLEMS },
  },
  async handle({ changing }, request): Promise<Lifecycle> {
    const change = readChange(request);
    await undeprecate(changing, change, readRange(request.query as { range?: unknown }));
    return answerLifecycle(changing, change.name);
  },
};

function readRange({ range = ALL_VERSIONS }: { readonly range?: unknown }): string {
  const parsed =
    typeof range === 'string'
      ? parseDeprecatedRange(range)
      : ({ ok: false, message: 'is given twice' } as const);
  if (parsed.ok) return parsed.value;
  throw invalidQuery([{ field: 'range', message: parsed.message }]);
}
