// Registries with faults in the optional endpoints.
import { keyOf } from '../reference-registry.ts';
import {
  answering,
  answeringJson,
  answeringStatus,
  declaringText,
  type Json,
  type Saboteur,
} from './saboteur.ts';

function changingResults(change: (entry: Json) => Json): Saboteur['sabotage'] {
  return answeringJson('search', ({ results }) => ({
    results: Array.isArray(results) ? results.map(change) : [],
  }));
}

/** Saboteurs of GET /search. */
export const searchSaboteurs: readonly Saboteur[] = [
  {
    does: 'answers a search with a bare array',
    fails: ['search.ok', 'search.finds-published', 'search.no-match'],
    sabotage: answeringJson('search', ({ results }) => ({ items: results })),
  },
  {
    does: 'declares search results as text',
    fails: ['search.content-type'],
    sabotage: declaringText('search'),
  },
  {
    does: 'returns scores as words',
    fails: ['search.entry-fields'],
    sabotage: changingResults((entry) => ({ ...entry, score: 'high' })),
  },
  {
    does: 'finds nothing',
    fails: ['search.finds-published'],
    sabotage: answeringJson('search', () => ({ results: [] })),
  },
  {
    does: 'returns a version that was never published',
    fails: ['search.entry-version'],
    sabotage: changingResults((entry) => ({ ...entry, version: '0.0.0' })),
  },
  {
    does: 'answers 404 when nothing matches',
    fails: ['search.no-match', 'search.any-text'],
    sabotage: answering('search', (reply, { query }) => {
      const isEmpty = Array.isArray(reply.json?.results) && reply.json.results.length === 0;
      return isEmpty && query.get('q') !== 'prime' ? { status: 404 } : reply;
    }),
  },
  {
    does: 'fails on a quote',
    fails: ['search.any-text', 'errors.no-server-error'],
    sabotage: answering('search', (reply, { query }) => (query.get('q') === '"' ? { status: 500 } : reply)),
  },
  {
    does: 'treats a search without a query as a search for everything',
    fails: ['search.without-query'],
    sabotage: answering('search', (reply) =>
      reply.status === 400 ? { status: 200, json: { results: [] } } : reply,
    ),
  },
];

/** Saboteurs of DELETE /pack/:scope/:version. */
export const yankSaboteurs: readonly Saboteur[] = [
  {
    does: 'rejects every yank',
    fails: ['yank.prerelease'],
    sabotage: answeringStatus('yank', 204, 409),
  },
  {
    does: 'forgets a version that is yanked',
    fails: ['yank.never-republished'],
    sabotage: (registry) => {
      const { yank } = registry;
      registry.yank = (call) => {
        const reply = yank.call(registry, call);
        if (reply.status === 204) registry.entries.delete(keyOf(call));
        return reply;
      };
    },
  },
  {
    does: 'yanks the whole Prime with a version',
    fails: ['yank.others-untouched'],
    sabotage: (registry) => {
      const { list } = registry;
      registry.list = (call) => {
        const isGone = [...registry.entries.values()].some(
          ({ name, yanked }) => yanked && name === call.name,
        );
        return isGone ? { status: 404 } : list.call(registry, call);
      };
    },
  },
  {
    does: 'accepts yanks without credentials',
    fails: ['auth.yank-without-token', 'yank.without-token'],
    sabotage: (registry) => {
      const { isAuthorised } = registry;
      registry.isAuthorised = (call) =>
        isAuthorised.call(registry, call) ||
        (call.endpoint === 'yank' && call.headers.authorization === undefined);
    },
  },
  {
    does: 'answers yanks without credentials with 401, and carries them out',
    fails: ['auth.yank-without-token', 'yank.without-token'],
    sabotage: (registry) => {
      const handle = registry.handle.bind(registry);
      registry.handle = async (call) => {
        if (call.endpoint === 'yank' && call.headers.authorization === undefined) registry.yank(call);
        return handle(call);
      };
    },
  },
  {
    does: 'seems to offer no yanks, and carries those without credentials out',
    fails: ['auth.yank-without-token'],
    sabotage: (registry) => {
      const handle = registry.handle.bind(registry);
      registry.handle = async (call) => {
        if (call.endpoint !== 'yank') return handle(call);
        return call.headers.authorization === undefined ? registry.yank(call) : { status: 405 };
      };
    },
  },
  {
    does: 'yanks for any token',
    fails: ['yank.bad-token'],
    sabotage: (registry) => {
      const { isAuthorised } = registry;
      registry.isAuthorised = (call) =>
        isAuthorised.call(registry, call) ||
        (call.endpoint === 'yank' && call.headers.authorization !== undefined);
    },
  },
  {
    does: 'yanks stable versions',
    fails: ['yank.stable-rejected'],
    sabotage: answeringStatus('yank', 403, 204),
  },
];
