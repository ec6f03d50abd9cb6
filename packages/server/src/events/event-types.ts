// The events that webhooks tell of, and the entries of the log that they are made from.
import type { LogEntryType } from '@prime-registry/protocol';

/** The event of an entry; entries that only matter to the log itself have none. */
const EVENTS = {
  publish: 'prime.published',
  import: 'prime.imported',
  mirror: 'prime.mirrored',
  yank: 'prime.yanked',
  unyank: 'prime.unyanked',
  deprecate: 'prime.deprecated',
  undeprecate: 'prime.undeprecated',
  channel: 'prime.channel_set',
  unchannel: 'prime.channel_removed',
  move: 'prime.moved',
  unmove: 'prime.unmoved',
  remove: 'prime.removed',
  sign: 'prime.signed',
  signer: 'scope.signer_changed',
  'signing-policy': 'scope.signing_policy_changed',
  begin: 'log.restarted',
  'log-key': undefined,
  trust: undefined,
} as const satisfies Readonly<Record<LogEntryType, string | undefined>>;

export type EventType = NonNullable<(typeof EVENTS)[LogEntryType]>;

export const EVENT_TYPES: readonly EventType[] = Object.values(EVENTS).filter((type) => type !== undefined);

/** Versions that are only copied here: an import or a mirror may bring a million. */
const ON_REQUEST: ReadonlySet<EventType> = new Set(['prime.imported', 'prime.mirrored']);

/** The types that a webhook gets unless its operator chooses others. */
export const DEFAULT_EVENT_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => !ON_REQUEST.has(type));

/** The type of the event for an entry of this type; undefined if there is none. */
export function findEventType(entryType: string): EventType | undefined {
  return Object.hasOwn(EVENTS, entryType) ? EVENTS[entryType as LogEntryType] : undefined;
}
