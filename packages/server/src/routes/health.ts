// Health probes. Live: the process answers. Ready: its database and its blob store answer too.
import { type Health, HealthSchema, RegistryError, ROUTES } from '@prime-registry/protocol';
import { json, problems } from './responses.ts';
import type { Route } from './route.ts';

export const live: Route<never> = {
  path: ROUTES.live,
  access: 'anybody',
  rate: 'unlimited',
  weight: 'vital',
  schema: {
    operationId: 'live',
    summary: 'Whether the process is alive',
    tags: ['operations'],
    response: { 200: json(HealthSchema, 'It is alive.') },
  },
  handle: async (): Promise<Health> => ({ status: 'ok' }),
};

export const ready: Route<'store' | 'blobs' | 'isClosing'> = {
  path: ROUTES.ready,
  access: 'anybody',
  rate: 'unlimited',
  weight: 'vital',
  schema: {
    operationId: 'ready',
    summary: 'Whether the registry can serve',
    tags: ['operations'],
    response: {
      200: json(HealthSchema, 'It can serve.'),
      ...problems([503, 'It cannot serve at the moment.']),
    },
  },
  async handle({ store, blobs, isClosing }): Promise<Health> {
    if (isClosing()) throw new RegistryError('shutting_down', { detail: 'The registry is shutting down.' });
    await Promise.all([store.ping(), blobs.ping()]);
    return { status: 'ok' };
  },
};
