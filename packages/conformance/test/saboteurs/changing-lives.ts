import { keyOf } from '../reference-registry.ts';
import {
  answering,
  answeringJson,
  answeringStatus,
  type Json,
  replacing,
  type Saboteur,
  without,
} from './saboteur.ts';

/** Admits changes with or without a token that is none. */
function admitting(hasToken: boolean): Saboteur['sabotage'] {
  return (registry) => {
    const { isAuthorised } = registry;
    registry.isAuthorised = (call) => {
      const isContract = ['publish', 'yank'].includes(call.endpoint);
      const isGiven = call.headers.authorization !== undefined;
      return isAuthorised.call(registry, call) || (!isContract && isGiven === hasToken);
    };
  };
}

/** Changes the entries of each version list. */
function changingEntries(change: (entry: Json) => Json): Saboteur['sabotage'] {
  return answeringJson('list', (json) => ({
    ...json,
    versions: Array.isArray(json.versions) ? json.versions.map(change) : [],
  }));
}

/** Saboteurs of the state of a Prime, and of refused changes. */
export const stateSaboteurs: readonly Saboteur[] = [
  {
    does: 'answers the state with empty fields',
    fails: [
      'lifecycle.state',
      'lifecycle.invalid-body',
      'lifecycle.without-token',
      'lifecycle.bad-token',
      'lifecycle.channel-names',
      'lifecycle.move-nowhere',
    ],
    sabotage: answeringJson('state', (json) => ({ channels: [], ...json })),
  },
  {
    does: 'answers an unknown Prime with an empty state',
    fails: ['lifecycle.state-unknown'],
    sabotage: answering('state', (reply, { name }) =>
      reply.status === 404 ? { status: 200, json: { name } } : reply,
    ),
  },
  {
    does: 'changes Primes that were never published',
    fails: ['lifecycle.unknown'],
    sabotage: answeringStatus('deprecate', 404, 200),
  },
  {
    does: 'takes a deprecation without a message',
    fails: ['lifecycle.invalid-body'],
    sabotage: replacing('deprecate', (original) => (life, body) => original(life, { message: '', ...body })),
  },
  {
    does: 'admits changes without credentials',
    fails: ['lifecycle.without-token'],
    sabotage: admitting(false),
  },
  {
    does: 'admits changes with any token',
    fails: ['lifecycle.bad-token'],
    sabotage: admitting(true),
  },
];

/** Saboteurs of DELETE …/yank. */
export const unyankSaboteurs: readonly Saboteur[] = [
  {
    does: 'does not say that a version is not yanked',
    fails: ['lifecycle.unyank'],
    sabotage: answeringJson('unyank', (json) => without(json, 'yanked')),
  },
  {
    does: 'lists a version in another place after a yank was taken back, as the latest for ever',
    fails: ['lifecycle.unyank-listed', 'lifecycle.unyank-again'],
    sabotage: cachingLatest(),
  },
  {
    does: 'keeps the mark of a yank that was taken back in the manifest',
    fails: ['lifecycle.unyank-read'],
    sabotage: (registry) => {
      const yanked = new Set<string>();
      answering('yank', (reply, call) => {
        if (reply.status === 204) yanked.add(keyOf(call));
        return reply;
      })(registry);
      answeringJson('manifest', (json, call) => (yanked.has(keyOf(call)) ? { ...json, yanked: true } : json))(
        registry,
      );
    },
  },
  {
    does: 'does not find a version again whose yank was taken back',
    fails: ['lifecycle.unyank-found'],
    sabotage: (registry) => {
      const forgotten = new Set<unknown>();
      answering('unyank', (reply, { name }) => {
        forgotten.add(name);
        return reply;
      })(registry);
      answeringJson('search', (json) => ({
        results: Array.isArray(json.results) ? json.results.filter(({ name }) => !forgotten.has(name)) : [],
      }))(registry);
    },
  },
  {
    does: 'takes back the yank of a version that was never published',
    fails: ['lifecycle.unyank-again'],
    sabotage: answeringStatus('unyank', 404, 200),
  },
];

/** Once a version was yanked, the list of its Prime has the latest of that moment. */
function cachingLatest(): Saboteur['sabotage'] {
  return (registry) => {
    const latest = new Map<string, unknown>();
    const { yank, list } = registry;
    registry.yank = (call) => {
      const reply = yank.call(registry, call);
      latest.set(call.name, list.call(registry, call).json?.latest);
      return reply;
    };
    answeringJson('list', (json, { name }) => ({ ...json, latest: latest.get(name) ?? json.latest }))(
      registry,
    );
  };
}

/** Saboteurs of …/deprecation. */
export const deprecationSaboteurs: readonly Saboteur[] = [
  {
    does: 'answers a deprecation without its state',
    fails: ['lifecycle.deprecate', 'lifecycle.deprecate-newest'],
    sabotage: answeringJson('deprecate', ({ name }) => ({ name })),
  },
  {
    does: 'does not mark deprecated versions in the list',
    fails: ['lifecycle.deprecate-list'],
    sabotage: changingEntries((entry) => without(entry, 'deprecated')),
  },
  {
    does: 'leaves the deprecations out of the list',
    fails: ['lifecycle.deprecate-list'],
    sabotage: answeringJson('list', (json) => without(json, 'deprecations')),
  },
  {
    does: 'leaves the successor out of manifests',
    fails: ['lifecycle.deprecate-manifest'],
    sabotage: answeringJson('manifest', (json) =>
      json.deprecated === undefined
        ? json
        : { ...json, deprecated: without(json.deprecated as Json, 'successor') },
    ),
  },
  {
    does: 'covers no prereleases',
    fails: ['lifecycle.deprecate-list', 'lifecycle.deprecate-manifest'],
    sabotage: replacing(
      'covers',
      (original) => (range, version) => original(range, version) && !version.includes('-'),
    ),
  },
  {
    does: 'withdraws deprecated versions',
    fails: ['lifecycle.deprecate-list', 'lifecycle.deprecate-keeps'],
    sabotage: answeringJson('list', (json) => ({
      ...json,
      versions: Array.isArray(json.versions) ? json.versions.filter(({ deprecated }) => !deprecated) : [],
    })),
  },
  {
    does: 'covers only the versions that were there',
    fails: ['lifecycle.deprecate-later'],
    sabotage: replacing(
      'covers',
      (original) => (range, version) => original(range, version) && !version.startsWith('3.'),
    ),
  },
  {
    does: 'lets the oldest deprecation count',
    fails: ['lifecycle.deprecate-newest'],
    sabotage: replacing(
      'deprecationOf',
      (_, lives) => (name, version) =>
        lives.of(name).deprecations.findLast(({ range }) => lives.covers(range, version)),
    ),
  },
  {
    does: 'keeps every deprecation of a range',
    fails: ['lifecycle.deprecate-newest'],
    sabotage: replacing('deprecate', (original) => (life, body) => {
      const before = life.deprecations;
      const isSet = original(life, body);
      if (isSet) life.deprecations = [...life.deprecations.slice(0, 1), ...before];
      return isSet;
    }),
  },
  {
    does: 'takes every deprecation back that is not there',
    fails: ['lifecycle.undeprecate'],
    sabotage: answeringStatus('undeprecate', 404, 200),
  },
  {
    does: 'keeps a deprecation that is taken back',
    fails: ['lifecycle.undeprecate'],
    sabotage: replacing('undeprecate', () => (life) => life.deprecations.length > 0),
  },
];
