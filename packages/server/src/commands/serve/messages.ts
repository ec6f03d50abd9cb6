// The messages between the primary and its workers, sent as JSON over their channel.
import type { ServerSettings } from '../../config/server-settings.ts';
import type { MetricReport } from '../../metrics/worker-register.ts';

/** From the primary to a worker. */
export type Order =
  /**
   * The first message. It carries settings and token, so that all workers have the same, replacements too.
   */
  | {
      readonly type: 'start';
      /** From 1; a replacement gets the number of the worker that died. */
      readonly worker: number;
      readonly settings: ServerSettings;
      readonly adminToken?: string | undefined;
    }
  | { readonly type: 'report' }
  | { readonly type: 'reports'; readonly reports: MetricReport[] }
  /** Accept no more requests, drain in-flight requests, and end. */
  | { readonly type: 'stop' }
  /** Abort the requests that are still in flight. */
  | { readonly type: 'cut-off' };

/** From a worker to the primary. */
export type Notice =
  | { readonly type: 'listening'; readonly port: number }
  /** The worker cannot start, and ends. */
  | { readonly type: 'failed'; readonly message: string; readonly isSetting: boolean }
  /** The worker answers requests; sent at most once a second. */
  | { readonly type: 'served' }
  | { readonly type: 'collect' }
  | { readonly type: 'report'; readonly report: MetricReport };

/** The message of a type. */
export type Of<Message extends { type: string }, Type extends Message['type']> = Extract<
  Message,
  { type: Type }
>;
