// What the primary and its workers say to each other. It goes over their channel as JSON.
import type { ServerSettings } from '../../config/server-settings.ts';
import type { MetricReport } from '../../metrics/worker-register.ts';

/** From the primary to a worker. */
export type Order =
  /** The first. Settings and token come this way, so that all workers have the same, the replaced ones too. */
  | {
      readonly type: 'start';
      /** From 1; whoever replaces a worker has its number. */
      readonly worker: number;
      readonly settings: ServerSettings;
      readonly adminToken?: string | undefined;
    }
  | { readonly type: 'report' }
  | { readonly type: 'reports'; readonly reports: MetricReport[] }
  /** Take no more requests, let those under way end, and end. */
  | { readonly type: 'stop' }
  /** Break off what is still under way. */
  | { readonly type: 'cut-off' };

/** From a worker to the primary. */
export type Notice =
  | { readonly type: 'listening'; readonly port: number }
  /** It cannot start, and ends. */
  | { readonly type: 'failed'; readonly message: string; readonly isSetting: boolean }
  /** It answers requests; said once a second at most. */
  | { readonly type: 'served' }
  | { readonly type: 'collect' }
  | { readonly type: 'report'; readonly report: MetricReport };

/** The message of a type. */
export type Of<Message extends { type: string }, Type extends Message['type']> = Extract<
  Message,
  { type: Type }
>;
