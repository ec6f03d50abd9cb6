// Finds the next message for a webhook in the log.
import { ownTurn } from '@prime-registry/concurrency';
import type { LogStore, Webhook } from '@prime-registry/store';
import { createEventMessage, type EventMessage, type Sender } from './webhook-message.ts';

/** What is read from. */
export interface MessageSource extends Sender {
  readonly log: Pick<LogStore, 'listLogEntries'>;
  /** The end of the log. */
  readonly size: number;
}

/** Where the search has ended. */
export interface FoundMessage {
  /** Index of the entry of the message; without one, of the first entry that was not examined. */
  readonly cursor: number;
  readonly message: EventMessage | undefined;
}

/** Entries that are read at once: at most 1 MiB, usually 20 KiB. */
const READ_AT_ONCE = 64;
/** Entries that one search examines: a webhook of a rare type must not read the whole log again after each restart. */
const MAX_EXAMINED = 6400;

/** Finds the first message from the cursor of the webhook on. */
export async function findNextMessage(
  { log, size, ...sender }: MessageSource,
  { cursor, types, scopes }: Pick<Webhook, 'cursor' | 'types' | 'scopes'>,
): Promise<FoundMessage> {
  const end = Math.min(size, cursor + MAX_EXAMINED);
  let next = cursor;
  while (next < end) {
    const entries = await log.listLogEntries(next, Math.min(READ_AT_ONCE, end - next));
    if (entries.length === 0) break;
    await ownTurn();
    for (const entry of entries) {
      const message = createEventMessage(entry, next, sender);
      if (message !== undefined && isWanted(message, types, scopes)) return { cursor: next, message };
      next += 1;
    }
  }
  return { cursor: next, message: undefined };
}

/** Events of the log itself belong to every scope. */
function isWanted(
  { type, scope }: EventMessage,
  types: readonly string[],
  scopes: readonly string[],
): boolean {
  return types.includes(type) && (scope === undefined || scopes.length === 0 || scopes.includes(scope));
}
