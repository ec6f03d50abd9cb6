// Delivers changes to webhooks in the background of a server. The log is the queue: every process looks whether it has
// grown or an attempt is due, and one of them, which has the lease, delivers. Each webhook has at most one message under
// way, and waits for no other.
import type { Lease } from '@prime-registry/concurrency';
import type { LeaseStore, LogStore, Webhook, WebhookStore } from '@prime-registry/store';
import { type DeliveryDeps, deliverWebhook } from './deliver-webhook.ts';
import { createDeliveryLease } from './delivery-lease.ts';
import type { Receiver, ReceiverAddress } from './send-message.ts';
import { currentSecrets, type WebhookSecrets } from './webhook-secrets.ts';

/** What delivering works with. */
export interface DelivererDeps extends Pick<DeliveryDeps, 'now' | 'onState'> {
  readonly store: LeaseStore & WebhookStore & Pick<LogStore, 'readLogHead' | 'listLogEntries'>;
  /** A number that every commit of any process changes. */
  readonly changeStamp: () => number | Promise<number>;
  /** Reads the secrets. @throws if they cannot be read */
  readonly readSecrets: () => Promise<WebhookSecrets>;
  readonly openReceiver: (address: ReceiverAddress) => Receiver | Promise<Receiver>;
  /** Address of the registry without a slash at the end; empty if it is not known. */
  readonly publicUrl: string;
  readonly onAttempt: (webhook: Webhook, outcome: Parameters<DeliveryDeps['onAttempt']>[0]) => void;
  /** Called when delivering fails here, once until it works: it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** The time between two looks at the store: a change is told this long after its commit, at most. */
const LOOK_EVERY_MS = 500;
/** The same while there are no webhooks. */
const IDLE_LOOK_MS = 2000;
/** The same while something fails here, such as the database. */
const FAILED_LOOK_MS = 10_000;
/** How long a shutdown waits for the attempts under way, whose messages would be sent again. */
const CLOSE_MS = 2000;

/** The deliveries of one process. */
export class Deliverer {
  readonly #deps: DelivererDeps;
  readonly #lease: Lease;
  /** Deliveries under way, by the id of the webhook. */
  readonly #running = new Map<string, { readonly done: Promise<void>; readonly receiver: Receiver }>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isFailing = false;
  #isIdle = false;
  #stamp: number | undefined;
  /** When something is due although nothing changes. */
  #dueAtMs = 0;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
    this.#lease = createDeliveryLease(deps);
  }

  /** Begins to look. Call it once. */
  start(): void {
    this.#lookAfter(0);
  }

  /** Stops; gives attempts under way some time. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#look;
    const running = [...this.#running.values()];
    const ended = Promise.all(running.map(({ done }) => done));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    await Promise.all(running.map(({ receiver }) => receiver.close()));
    await ended;
    await this.#lease.end().catch(() => undefined);
  }

  #lookAfter(waitMs: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#look = this.#lookNow();
    }, waitMs).unref();
  }

  async #lookNow(): Promise<void> {
    try {
      const stamp = await this.#deps.changeStamp();
      if (stamp !== this.#stamp || this.#deps.now() >= this.#dueAtMs) await this.#deliver();
      this.#stamp = stamp;
      this.#isFailing = false;
    } catch (error) {
      this.#stamp = undefined;
      this.#fail(error);
      if (this.#running.size === 0) await this.#lease.end().catch(() => undefined);
    }
    const waitMs = this.#isIdle ? IDLE_LOOK_MS : LOOK_EVERY_MS;
    this.#lookAfter(this.#isFailing ? FAILED_LOOK_MS : waitMs);
  }

  #fail(error: unknown): void {
    if (!this.#isFailing && !this.#isClosed) this.#deps.onFailure(error);
    this.#isFailing = true;
  }

  /** Starts whatever is due and not under way. */
  async #deliver(): Promise<void> {
    const { store, now } = this.#deps;
    const webhooks = await store.listWebhooks();
    const open = webhooks.filter(({ state }) => state !== 'disabled');
    this.#isIdle = open.length === 0;
    if (this.#isIdle) return this.#rest(Number.POSITIVE_INFINITY);
    const { logId, edge } = await store.readLogHead();
    const behind = open.filter(({ cursor }) => cursor < edge.size);
    const due = behind.filter(({ nextAtMs }) => nextAtMs <= now());
    if (due.length === 0) return this.#rest(Math.min(...behind.map(({ nextAtMs }) => nextAtMs)));
    // What is under way, or belongs to another process, is looked at again.
    this.#dueAtMs = 0;
    // Before the lease: a process without them must not keep the others from delivering.
    const secrets = await this.#deps.readSecrets();
    if (!(await this.#lease.hold())) return;
    for (const webhook of due)
      if (!this.#running.has(webhook.id) && !this.#isClosed)
        await this.#begin(webhook, secrets, { logId, size: edge.size });
  }

  /** There is nothing to do for now. */
  async #rest(dueAtMs: number): Promise<void> {
    this.#dueAtMs = dueAtMs;
    if (this.#running.size === 0) await this.#lease.end();
  }

  async #begin(
    webhook: Webhook,
    allSecrets: WebhookSecrets,
    head: { readonly logId: string; readonly size: number },
  ): Promise<void> {
    const { id } = webhook;
    const { store, now, onState, onAttempt, publicUrl } = this.#deps;
    const receiver = await this.#deps.openReceiver(webhook);
    const delivery = deliverWebhook(
      {
        ...{ store, now, onState, receiver },
        isClosing: () => this.#isClosed,
        source: { log: store, publicUrl, ...head },
        secrets: async () => currentSecrets(allSecrets, id, now()),
        mayBegin: async () => !this.#isClosed && (await this.#lease.hold()),
        onAttempt: (outcome) => onAttempt(webhook, outcome),
      },
      webhook,
    );
    const done = delivery
      .catch((error) => this.#fail(error))
      .then(() => receiver.close())
      .finally(() => this.#running.delete(id));
    this.#running.set(id, { done, receiver });
  }
}
