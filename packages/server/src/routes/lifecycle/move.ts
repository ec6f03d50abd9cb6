// PUT and DELETE /-/primes/…/move: says under which name new versions are published, and takes it back.
import {
  type Lifecycle,
  LifecycleSchema,
  MoveRequestSchema,
  parsePrimeName,
  ROUTES,
} from '@prime-registry/protocol';
import { moveBack, movePrime } from '../../actions/lifecycle/move-prime.ts';
import { json, PrimeParamsSchema, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { answerLifecycle, CHANGE_PROBLEMS, readChange, readChangeBody } from './lifecycle-answer.ts';

export const putMove: Route<'changing'> = {
  method: 'PUT',
  path: ROUTES.move,
  permission: 'publish',
  rate: 'yank',
  schema: {
    operationId: 'movePrime',
    summary: 'Move a Prime to another name',
    description:
      'The old name is still read as before, and says where it went; new versions are published under the new name only, ' +
      'which must have one already. Needs a token for both scopes.',
    params: PrimeParamsSchema,
    body: MoveRequestSchema,
    response: {
      200: json(LifecycleSchema, 'Moved.'),
      ...CHANGE_PROBLEMS,
      ...problems([409, 'The Prime cannot move there.']),
    },
  },
  async handle({ changing }, request, reply): Promise<Lifecycle> {
    const change = readChange(request);
    const body = await readChangeBody(changing, request, reply, { to: '@acme/web-style' });
    await movePrime(changing, change, body.requireParsed('to', parsePrimeName));
    return answerLifecycle(changing, change.name);
  },
};

export const deleteMove: Route<'changing'> = {
  method: 'DELETE',
  path: ROUTES.move,
  permission: 'publish',
  rate: 'yank',
  schema: {
    operationId: 'moveBack',
    summary: 'Take the move of a Prime back',
    params: PrimeParamsSchema,
    response: { 200: json(LifecycleSchema, 'The Prime under its own name.'), ...CHANGE_PROBLEMS },
  },
  async handle({ changing }, request): Promise<Lifecycle> {
    const change = readChange(request);
    await moveBack(changing, change);
    return answerLifecycle(changing, change.name);
  },
};
