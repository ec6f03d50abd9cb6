// The messages that webhooks get: thin, so that a receiver asks the registry for whatever else it needs, and what it
// knows is never older than the message.
import { hash } from 'node:crypto';
import { formatTimestamp, scopeOf, versionListPath, versionManifestPath } from '@prime-registry/protocol';
import { type EventType, findEventType } from './event-types.ts';

/** A message before it is signed. */
export interface WebhookMessage {
  /** The same for each attempt to deliver it, and different from that of any other message. */
  readonly id: string;
  /** JSON, below 20 KB: an entry of the log has at most 16 KiB. */
  readonly body: string;
}

/** A message about an entry of the log. */
export interface EventMessage extends WebhookMessage {
  readonly type: EventType;
  /** Scope, such as `@acme`; undefined for an event of the log itself. */
  readonly scope: string | undefined;
}

/** The registry that sends. */
export interface Sender {
  readonly logId: string;
  /** Address of the registry without a slash at the end; empty if it is not known. */
  readonly publicUrl: string;
}

/** The fields of entries that messages need; the store has checked them when it appended the entry. */
interface EntryFields {
  readonly type: string;
  readonly at: string;
  readonly v: number;
  readonly name?: string;
  /** Of an entry about a scope. */
  readonly scope?: string;
  readonly version?: string;
  readonly previous?: object;
}

/** The message for an entry; undefined if webhooks are not told of it. */
export function createEventMessage(
  entry: Uint8Array,
  index: number,
  { logId, publicUrl }: Sender,
): EventMessage | undefined {
  const read = JSON.parse(Buffer.from(entry).toString()) as EntryFields;
  const { type: entryType, at, v: _form, ...fields } = read;
  const type = findEventType(entryType);
  // The first entry of a log ends no other one.
  if (type === undefined || (entryType === 'begin' && fields.previous === undefined)) return undefined;
  const { name, version } = fields;
  const data = {
    ...fields,
    log: logId,
    index,
    ...(publicUrl !== '' && name && { url: publicUrl + pathOf(name, version) }),
  };
  // A log that continues after a restore has other entries under the same indexes.
  const check = hash('sha256', entry).slice(0, 8);
  return {
    id: `msg_${logId}_${index}_${check}`,
    type,
    scope: name === undefined ? fields.scope : scopeOf(name),
    body: JSON.stringify({ type, timestamp: at, data }),
  };
}

/** A message that tests a webhook. @param unique - different for each */
export function createPing(webhook: string, unique: string, nowMs: number): WebhookMessage {
  const timestamp = formatTimestamp(nowMs);
  return {
    id: `msg_ping_${unique}`,
    body: JSON.stringify({ type: 'ping', timestamp, data: { webhook } }),
  };
}

/** Where the registry tells more. */
function pathOf(name: string, version: string | undefined): string {
  return version === undefined ? versionListPath(name) : versionManifestPath(name, version);
}
