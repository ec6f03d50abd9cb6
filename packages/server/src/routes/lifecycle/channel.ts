// PUT and DELETE /-/primes/…/channels/:channel: lets a channel name a version, and removes it.
import {
  ChannelRequestSchema,
  type Lifecycle,
  LifecycleSchema,
  parseChannel,
  parseVersion,
  RegistryError,
  ROUTES,
} from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import { type ChannelRequest, removeChannel, setChannel } from '../../actions/lifecycle/channels.ts';
import { inPath, json, PrimeParamsSchema, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { answerLifecycle, CHANGE_PROBLEMS, readChange, readChangeBody } from './lifecycle-answer.ts';

const ChannelParamsSchema = inPath({
  ...PrimeParamsSchema.properties,
  channel: { type: 'string', description: 'Name of the channel.', examples: ['beta'] },
});

export const putChannel: Route<'changing'> = {
  method: 'PUT',
  path: ROUTES.channel,
  permission: 'publish',
  rate: 'yank',
  schema: {
    operationId: 'setChannel',
    summary: 'Let a channel name a version',
    description: 'Clients that ask for @scope/name@channel get this version from now on.',
    params: ChannelParamsSchema,
    body: ChannelRequestSchema,
    response: {
      200: json(LifecycleSchema, 'Set.'),
      ...CHANGE_PROBLEMS,
      ...problems([409, 'The version is yanked.']),
    },
  },
  async handle({ changing }, request, reply): Promise<Lifecycle> {
    const change = readChannelRequest(request);
    const body = await readChangeBody(changing, request, reply, { version: '1.1.0-beta.2' });
    await setChannel(changing, { ...change, version: body.requireParsed('version', parseVersion) });
    return answerLifecycle(changing, change.name);
  },
};

export const deleteChannel: Route<'changing'> = {
  method: 'DELETE',
  path: ROUTES.channel,
  permission: 'publish',
  rate: 'yank',
  schema: {
    operationId: 'removeChannel',
    summary: 'Remove a channel',
    params: ChannelParamsSchema,
    response: { 200: json(LifecycleSchema, 'The Prime without this channel.'), ...CHANGE_PROBLEMS },
  },
  async handle({ changing }, request): Promise<Lifecycle> {
    const change = readChannelRequest(request);
    await removeChannel(changing, change);
    return answerLifecycle(changing, change.name);
  },
};

function readChannelRequest(request: FastifyRequest): ChannelRequest {
  const { channel = '' } = request.params as { readonly channel?: string };
  const parsed = parseChannel(channel);
  if (parsed.ok) return { ...readChange(request), channel: parsed.value };
  throw new RegistryError('invalid_request', {
    detail: `The channel in the path cannot exist: ${parsed.message}.`,
    errors: [{ field: 'channel', message: parsed.message }],
  });
}
