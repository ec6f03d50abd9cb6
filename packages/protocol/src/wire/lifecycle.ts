// What happens to a version after its publish (not part of the contract): fields of lists and manifests, and the
// requests that set them.
import type { XStatic } from 'typebox/schema';
import { MAX_CHANNEL_LENGTH } from '../versions/channel.ts';
import { MAX_RANGE_LENGTH } from '../versions/version-range.ts';
import { NameSchema, PrimeVersionSchema, TimestampSchema, VersionSchema } from './scalars.ts';
import { describedObject, document, list, object, text } from './schema-parts.ts';

/** Longest message of a deprecation, and longest reason of a removal, in characters. */
export const MAX_LIFECYCLE_TEXT_LENGTH = 1000;
/** Most deprecations of a Prime. */
export const MAX_DEPRECATIONS = 50;
/** Most channels of a Prime. */
export const MAX_CHANNELS = 50;

const RangeSchema = {
  type: 'string',
  maxLength: MAX_RANGE_LENGTH,
  description: "A range of versions in npm's notation; prereleases count by their precedence alone.",
  examples: ['<2.0.0'],
} as const;

const ChannelSchema = {
  type: 'string',
  maxLength: MAX_CHANNEL_LENGTH,
  description: 'Name of a channel.',
  examples: ['beta'],
} as const;

const MessageSchema = {
  type: 'string',
  maxLength: MAX_LIFECYCLE_TEXT_LENGTH,
  description: 'Why, and what to do.',
} as const;

/** What to use instead. */
export const SuccessorSchema = describedObject('What to use instead.', ['name'], {
  name: NameSchema,
  range: { ...RangeSchema, description: 'Which of its versions; without it, the latest.' },
  registry: text('Base URL of the registry that has it; without it, the registries of the client.'),
});

/** What to use instead of a deprecated version. */
export type Successor = XStatic<typeof SuccessorSchema>;

/** The deprecation of some versions of a Prime. */
export const DeprecationSchema = object(['range', 'message', 'since'], {
  range: RangeSchema,
  message: MessageSchema,
  successor: SuccessorSchema,
  since: TimestampSchema,
});

/** The deprecation of some versions. */
export type Deprecation = XStatic<typeof DeprecationSchema>;

/** A channel, and the version that it names. */
export const ChannelEntrySchema = object(['channel', 'version', 'since'], {
  channel: ChannelSchema,
  version: { ...VersionSchema, description: 'The version that it names.' },
  since: TimestampSchema,
});

/** A channel of a Prime. */
export type ChannelEntry = XStatic<typeof ChannelEntrySchema>;

/** Why a version was removed. `law` answers 451 (RFC 7725), all others 410. */
export const REMOVAL_CATEGORIES = ['secret', 'personal-data', 'malware', 'law', 'other'] as const;

/** One of {@link REMOVAL_CATEGORIES}. */
export type RemovalCategory = (typeof REMOVAL_CATEGORIES)[number];

/** A removed version. */
export const TombstoneSchema = object(['version', 'category', 'removed_at'], {
  version: VersionSchema,
  category: { enum: REMOVAL_CATEGORIES, description: 'Why it was removed.' },
  reason: { ...MessageSchema, description: 'More about it, for everybody.' },
  removed_at: TimestampSchema,
});

/** A removed version, without its content. */
export type Tombstone = XStatic<typeof TombstoneSchema>;

/** The fields that a list of versions has besides those of the contract, each only if there is something. */
export const LIST_LIFECYCLE_PROPERTIES = {
  channels: list('The channels of the Prime, by name.', ChannelEntrySchema),
  deprecations: list(
    'The deprecations of the Prime, newest first: the first that matches a version counts.',
    DeprecationSchema,
  ),
  moved_to: { ...NameSchema, description: 'The name under which new versions are published.' },
  removed: list('The removed versions, in ascending precedence, with ?yanked=include.', TombstoneSchema),
} as const;

/** The deprecation of one version, in its manifest. */
export const DeprecatedSchema = describedObject('Present if the version is deprecated.', ['message'], {
  message: MessageSchema,
  successor: SuccessorSchema,
});

/** Where a version was first published, if it was promoted from another registry. */
export const PromotedFromSchema = describedObject(
  'Present if the version was promoted from another registry, as the token that did so stated it.',
  ['registry', 'published_at'],
  {
    registry: text('Base URL of that registry.'),
    published_at: { ...TimestampSchema, description: 'When it was published there.' },
  },
);

/** Where a version was first published. */
export type PromotedFrom = XStatic<typeof PromotedFromSchema>;

/** The body of PUT /-/primes/:scope/:name/deprecation. */
export const DeprecationRequestSchema = object(['message'], {
  range: { ...RangeSchema, description: 'Which versions; all of them without it, future ones included.' },
  message: MessageSchema,
  successor: SuccessorSchema,
});

/** The body of PUT /-/primes/:scope/:name/channels/:channel. */
export const ChannelRequestSchema = object(['version'], { version: VersionSchema });

/** The body of PUT /-/primes/:scope/:name/move. */
export const MoveRequestSchema = object(['to'], { to: NameSchema });

/** The body of POST /-/primes/:scope/:name/:version/removal. */
export const RemovalRequestSchema = object(['category'], {
  category: { enum: REMOVAL_CATEGORIES },
  reason: { ...MessageSchema, description: 'More about it; everybody can read it.' },
});

export const LifecycleSchema = document(
  'Lifecycle',
  'What happened to a Prime and its versions after their publish; fields are absent without content.',
  ['name'],
  { name: NameSchema, ...LIST_LIFECYCLE_PROPERTIES },
);

/** The answer to every change of the life of a Prime: its state afterwards. */
export type Lifecycle = XStatic<typeof LifecycleSchema>;

export const UnyankReceiptSchema = document(
  'UnyankReceipt',
  'The version whose yank was taken back.',
  ['name', 'version', 'yanked'],
  { name: NameSchema, version: VersionSchema, yanked: { const: false } },
);

/** The response when a yank is taken back. */
export type UnyankReceipt = XStatic<typeof UnyankReceiptSchema>;

export const RemovalReceiptSchema = document(
  'RemovalReceipt',
  'The removed version.',
  ['name', ...TombstoneSchema.required],
  {
    name: NameSchema,
    ...TombstoneSchema.properties,
    also_in: list(
      'Other versions with the same tarball, at most 20: its bytes are still served as theirs.',
      PrimeVersionSchema,
    ),
  },
);

/** The response to a removal. */
export type RemovalReceipt = XStatic<typeof RemovalReceiptSchema>;
