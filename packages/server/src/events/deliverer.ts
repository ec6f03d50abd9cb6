// Delivers changes to webhooks in the background of a server. The log is the queue: every process looks whether it has
// grown or an attempt is due, and one of them, which has the lease, delivers. Each webhook has at most one message under
// way, and waits for no other.
import { ChangeWatch, Lease, type LeaseOptions } from '@prime-registry/concurrency';
import type { LeaseStore, LogStore, Webhook, WebhookStore } from '@prime-registry/store';
import { ATTEMPT_MS, dueAtMs } from './attempt.ts';
import { type DeliveryDeps, deliverWebhook } from './deliver-webhook.ts';
import type { Receiver, ReceiverAddress } from './send-message.ts';
import { currentSecrets, type WebhookSecrets } from './webhook-secrets.ts';

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

/** The polling interval of the store: the longest delay from a commit to its first delivery. */
const LOOK_EVERY_MS = 500;
/** The same while there are no webhooks. */
const IDLE_LOOK_MS = 2000;
/** The same while something fails here, such as the database. */
const FAILED_LOOK_MS = 10_000;
/** How long a shutdown waits for the attempts under way, whose messages would be sent again. */
const CLOSE_MS = 2000;

/**
 * The right of one process to deliver, so that messages keep their order. An attempt ends, and its outcome is recorded,
 * before another process may begin.
 */
export function createDeliveryLease({ store, now }: Pick<LeaseOptions, 'store' | 'now'>): Lease {
  const times = { leaseMs: 30_000, renewAfterMs: 5000, neededMs: ATTEMPT_MS + 3000 };
  return new Lease({ ...{ store, now }, name: 'webhooks', ...times });
}

/** The deliveries of one process. */
export class Deliverer {
  readonly #deps: DelivererDeps;
  readonly #lease: Lease;
  /** Deliveries under way, by the id of the webhook. */
  readonly #running = new Map<string, { readonly done: Promise<void>; readonly receiver: Receiver }>();
  readonly #watch: ChangeWatch;
  #isIdle = false;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
    this.#lease = createDeliveryLease(deps);
    const { changeStamp, now, onFailure } = deps;
    this.#watch = new ChangeWatch({
      ...{ changeStamp, now, onFailure },
      look: () => this.#look(),
      everyMs: () => (this.#isIdle ? IDLE_LOOK_MS : LOOK_EVERY_MS),
      failedEveryMs: FAILED_LOOK_MS,
    });
  }

  /** Begins to look. Call it once. */
  start(): void {
    this.#watch.start();
  }

  /** Stops; gives attempts under way some time. */
  async close(): Promise<void> {
    await this.#watch.close();
    const running = [...this.#running.values()];
    const ended = Promise.all(running.map(({ done }) => done));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    await Promise.all(running.map(({ receiver }) => receiver.close()));
    await ended;
    await this.#lease.end().catch(() => undefined);
  }

  async #look(): Promise<number> {
    try {
      return await this.#deliver();
    } catch (error) {
      if (this.#running.size === 0) await this.#lease.end().catch(() => undefined);
      throw error;
    }
  }

  /** Starts whatever is due and not under way. @returns when something is due next */
  async #deliver(): Promise<number> {
    const { store, now } = this.#deps;
    // A delivery that ends from here on moves its webhook: what was read of that one is too old to begin with.
    const wasRunning = new Set(this.#running.keys());
    const webhooks = await store.listWebhooks();
    const open = webhooks.filter(({ state }) => state !== 'disabled');
    this.#isIdle = open.length === 0;
    if (this.#isIdle) return this.#rest(Number.POSITIVE_INFINITY);
    const { logId, edge } = await store.readLogHead();
    const behind = open.filter(({ cursor }) => cursor < edge.size);
    const nowMs = now();
    const due = behind.filter((webhook) => dueAtMs(webhook, nowMs) <= nowMs);
    if (due.length === 0) return this.#rest(Math.min(...behind.map((webhook) => dueAtMs(webhook, nowMs))));
    // Before the lease: a process without them must not keep the others from delivering.
    const secrets = await this.#deps.readSecrets();
    // What is under way, or belongs to another process, is looked at again.
    if (!(await this.#lease.hold())) return 0;
    for (const webhook of due)
      if (!wasRunning.has(webhook.id) && !this.#watch.isClosed)
        await this.#begin(webhook, secrets, { logId, size: edge.size });
    return 0;
  }

  /** There is nothing to do for now. */
  async #rest(dueAtMs: number): Promise<number> {
    if (this.#running.size === 0) await this.#lease.end();
    return dueAtMs;
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
        isClosing: () => this.#watch.isClosed,
        source: { log: store, publicUrl, ...head },
        secrets: async () => currentSecrets(allSecrets, id, now()),
        mayBegin: async () => !this.#watch.isClosed && (await this.#lease.hold()),
        onAttempt: (outcome) => onAttempt(webhook, outcome),
      },
      webhook,
    );
    const done = delivery
      .catch((error) => this.#watch.fail(error))
      .then(() => receiver.close())
      .finally(() => this.#running.delete(id));
    this.#running.set(id, { done, receiver });
  }
}
