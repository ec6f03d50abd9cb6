// Delivers to one webhook, in the order of the log, until there is nothing left or an attempt fails. Progress is recorded
// after each message: a process that dies in between leaves one message that another process sends again.
import type { Act, Webhook, WebhookProgress, WebhookStore } from '@prime-registry/store';
import { type Outcome, progressAfter } from './attempt.ts';
import { findNextMessage, type MessageSource } from './next-message.ts';
import type { Receiver } from './send-message.ts';

export interface DeliveryDeps {
  readonly store: Pick<WebhookStore, 'noteProgress'>;
  readonly source: MessageSource;
  readonly receiver: Pick<Receiver, 'send'>;
  /** The secrets that are valid now; none if there are none. */
  readonly secrets: () => Promise<readonly string[]>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asked before each attempt: whether this process may make one. */
  readonly mayBegin: () => Promise<boolean>;
  /** Whether connections are being ended: then a failure says nothing about the receiver. */
  readonly isClosing: () => boolean;
  readonly onAttempt: (outcome: Outcome['kind']) => void;
  /** Called when a webhook changes its state. */
  readonly onState: (before: Webhook, after: WebhookProgress) => void;
}

/** How soon a webhook without a secret is looked at again. */
const NO_SECRET_WAIT_MS = 60_000;

/** Delivers what is due. Rejects only if the store fails. */
export async function deliverWebhook(deps: DeliveryDeps, webhook: Webhook): Promise<void> {
  const { source, now } = deps;
  let current = webhook;
  while (current.cursor < source.size) {
    const { cursor, message } = await findNextMessage(source, current);
    if (message === undefined) {
      // The log went back behind its end, as when a standby of the database takes over.
      if (cursor === current.cursor) return;
      const moved = await note(deps, current, { ...current, cursor, attempts: 0, nextAtMs: 0 });
      if (moved === undefined) return;
      current = moved;
      continue;
    }
    const secrets = await deps.secrets();
    if (secrets.length === 0) {
      const lastStatus = 'not sent: its secret is not in the file of secrets; rotate-secret makes one';
      await note(deps, current, { ...current, lastStatus, nextAtMs: now() + NO_SECRET_WAIT_MS });
      return;
    }
    if (!(await deps.mayBegin())) return;
    const outcome = await deps.receiver.send(message, secrets, now());
    if (outcome.kind === 'failed' && deps.isClosing()) return;
    deps.onAttempt(outcome.kind);
    const after = progressAfter({ cursor, attempts: current.attempts }, outcome, now());
    const moved = await note(deps, current, after);
    if (moved === undefined || outcome.kind !== 'delivered') return;
    current = moved;
  }
}

/** @returns the webhook from now on; undefined if somebody else has moved it, so that it must be read again */
async function note(
  { store, now, onState }: DeliveryDeps,
  before: Webhook,
  after: WebhookProgress,
): Promise<Webhook | undefined> {
  const isChanged = after.state !== before.state;
  const act: Act = {
    ...{ action: 'webhook-state', atMs: now(), actorId: 'registry', actorName: 'registry' },
    ...{ address: undefined, requestId: undefined },
  };
  if (!(await store.noteProgress(before, after, isChanged ? act : undefined))) return undefined;
  if (isChanged) onState(before, after);
  return { ...before, ...after };
}
