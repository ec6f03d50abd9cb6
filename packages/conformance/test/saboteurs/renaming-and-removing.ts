// Registries with faults in channels, moves and removals.
import { keyOf, type ReferenceRegistry } from '../reference-registry.ts';
import { answering, answeringJson, type Json, replacing, type Saboteur, without } from './saboteur.ts';

/** Saboteurs of …/channels/:channel, and of publishes with a channel. */
export const channelSaboteurs: readonly Saboteur[] = [
  {
    does: 'leaves channels out of the version list',
    fails: ['lifecycle.channel', 'lifecycle.channel-published'],
    sabotage: answeringJson('list', (json) => without(json, 'channels')),
  },
  {
    does: 'lets a channel decide about latest',
    fails: ['lifecycle.channel-keeps'],
    sabotage: answeringJson('list', (json, { name }) =>
      name.includes('/channelled-') && Array.isArray(json.channels)
        ? { ...json, latest: json.channels[0]?.version }
        : json,
    ),
  },
  {
    does: 'never moves a channel',
    fails: ['lifecycle.channel-moved', 'lifecycle.channel-published'],
    sabotage: replacing('setChannel', (original) => (life, channel, version) => {
      if (!life.channels.has(channel)) original(life, channel, version);
    }),
  },
  {
    does: 'keeps a channel that is removed',
    fails: ['lifecycle.channel-removed'],
    sabotage: replacing('removeChannel', () => (life, channel) => life.channels.has(channel)),
  },
  {
    does: 'takes any word for a channel',
    fails: ['lifecycle.channel-names', 'lifecycle.channel-misspelt'],
    sabotage: replacing('isChannel', () => () => true),
  },
  {
    does: 'takes a range for a channel',
    fails: ['lifecycle.channel-names'],
    sabotage: replacing('isChannel', (original) => (channel) => original(channel) || channel === '1.x'),
  },
  {
    does: 'lets a channel name a version that was never published',
    fails: ['lifecycle.channel-unknown-version'],
    sabotage: replacing('refuseChannel', (original) => (name, channel, body) => {
      const status = original(name, channel, body);
      return status === 404 && body.version === '9.9.9' ? undefined : status;
    }),
  },
  {
    does: 'lets a channel name a yanked version',
    fails: ['lifecycle.channel-yanked'],
    sabotage: replacing('refuseChannel', (original) => (name, channel, body) => {
      const status = original(name, channel, body);
      return status === 409 ? undefined : status;
    }),
  },
  {
    does: 'ignores the channel of a publish',
    fails: ['lifecycle.channel-published', 'lifecycle.channel-misspelt'],
    sabotage: (registry) => {
      withoutPart(registry, 'channel');
    },
  },
  {
    does: 'moves a channel with a publish that it refuses',
    fails: ['lifecycle.channel-published'],
    sabotage: (registry) => {
      const { lives } = registry;
      const readOptions = lives.readOptions.bind(lives);
      const { claim } = registry;
      let channel: string | undefined;
      lives.readOptions = (parts) => {
        const options = readOptions(parts);
        channel = options.channel;
        return options;
      };
      registry.claim = async (entry) => {
        const isClaimed = await claim.call(registry, entry);
        if (channel !== undefined) lives.setChannel(lives.of(entry.name), channel, entry.version);
        return isClaimed;
      };
    },
  },
];

function withoutPart({ lives }: ReferenceRegistry, name: string): void {
  const readOptions = lives.readOptions.bind(lives);
  const refusePublish = lives.refusePublish.bind(lives);
  lives.readOptions = (parts) => readOptions(parts.filter((part) => part.name !== name));
  lives.refusePublish = (parts, fields) =>
    refusePublish(
      parts.filter((part) => part.name !== name),
      fields,
    );
}

/** Saboteurs of …/move, and of publishes from another registry. */
export const moveSaboteurs: readonly Saboteur[] = [
  {
    does: 'leaves the new name out of manifests',
    fails: ['lifecycle.move'],
    sabotage: answeringJson('manifest', (json) => without(json, 'moved_to')),
  },
  {
    does: 'serves the new Prime under the old name',
    fails: ['lifecycle.move-keeps'],
    sabotage: (registry) => {
      const { tarball } = registry;
      registry.tarball = (call) => {
        const name = registry.lives.of(call.name).movedTo;
        const other = [...registry.entries.values()].find((entry) => entry.name === name);
        return tarball.call(registry, other ? { ...call, ...other } : call);
      };
    },
  },
  {
    does: 'links to the new name with a relation of its own',
    fails: ['lifecycle.move-link'],
    sabotage: replacing(
      'linkHeaders',
      (original) => (name) =>
        Object.fromEntries(
          Object.entries(original(name)).map(([header, link]) => [
            header,
            link.replace('successor-version', 'moved'),
          ]),
        ),
    ),
  },
  {
    does: 'takes publishes under the old name',
    fails: ['lifecycle.move-publish'],
    sabotage: replacing('refusePublish', (original) => (parts, fields) => {
      const status = original(parts, fields);
      return status === 403 ? undefined : status;
    }),
  },
  {
    does: 'moves a Prime to a name without versions',
    fails: ['lifecycle.move-nowhere'],
    sabotage: replacing('refuseMove', (original) => (name, to) => {
      const status = original(name, to);
      return status === 409 ? undefined : status;
    }),
  },
  {
    does: 'keeps a move that is taken back',
    fails: ['lifecycle.move-back'],
    sabotage: replacing('moveBack', () => () => {}),
  },
  {
    does: 'forgets where a version was published first',
    fails: ['lifecycle.promoted'],
    sabotage: (registry) => {
      withoutPart(registry, 'promoted-from');
    },
  },
];

/** Saboteurs of …/removal. */
export const removalSaboteurs: readonly Saboteur[] = [
  {
    does: 'does not say why a version was removed',
    fails: ['lifecycle.removal', 'lifecycle.removal-again'],
    sabotage: answeringJson('remove', (json) => without(json, 'reason')),
  },
  {
    does: 'answers a removed version with 404',
    fails: ['lifecycle.removal-gone', 'lifecycle.removal-law'],
    sabotage: replacing('findGone', () => () => undefined),
  },
  {
    does: 'serves the tarball of a removed version',
    fails: ['lifecycle.removal-gone', 'lifecycle.removal-law'],
    sabotage: answering('tarball', (reply) =>
      reply.status === 410 || reply.status === 451 ? { status: 200, bytes: Buffer.from('secret') } : reply,
    ),
  },
  {
    does: 'does not say that a law requires a removal',
    fails: ['lifecycle.removal-law'],
    sabotage: replacing('findGone', (original) => (call) => original(call) && { status: 410 }),
  },
  {
    does: 'forgets what was removed in its lists',
    fails: ['lifecycle.removal-listed'],
    sabotage: answeringJson('list', (json) => without(json, 'removed')),
  },
  {
    does: 'keeps a channel whose version is removed',
    fails: ['lifecycle.removal-channel', 'lifecycle.removal-listed'],
    sabotage: replacing('remove', (original, lives) => (call) => {
      const channels = [...lives.of(call.name).channels];
      const reply = original(call);
      for (const [channel, { version }] of channels) lives.setChannel(lives.of(call.name), channel, version);
      return reply;
    }),
  },
  {
    does: 'takes a removed version again',
    fails: ['lifecycle.removal-number'],
    sabotage: replacing('refusePublish', (original) => (parts, fields) => {
      const status = original(parts, fields);
      return status === 409 ? undefined : status;
    }),
  },
  {
    does: 'removes what comes before a version as well',
    fails: ['lifecycle.removal-others'],
    sabotage: replacing('remove', (original, lives) => (call) => {
      const reply = original(call);
      for (const [key, entry] of lives.entries)
        if (entry.name === call.name) lives.entries.set(key, { ...entry, tarball: Buffer.from('x') });
      return reply;
    }),
  },
  {
    does: 'refuses a removal that is repeated',
    fails: ['lifecycle.removal-again'],
    sabotage: replacing(
      'remove',
      (original, lives) => (call) =>
        lives.of(call.name).removed.has(call.version) ? { status: 410 } : original(call),
    ),
  },
  {
    does: 'finds removed versions',
    fails: ['lifecycle.removal-found'],
    sabotage: (registry) => {
      const removed: Json[] = [];
      const { lives } = registry;
      const remove = lives.remove.bind(lives);
      lives.remove = (call) => {
        const entry = registry.entries.get(keyOf(call));
        if (entry !== undefined) removed.push({ ...entry.fields, score: 1 });
        return remove(call);
      };
      answeringJson('search', (json, { query }) => ({
        results: [
          ...(Array.isArray(json.results) ? json.results : []),
          ...removed.filter(({ name }) => String(name).includes(query.get('q') ?? '')),
        ],
      }))(registry);
    },
  },
];
