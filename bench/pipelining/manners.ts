// How the clients of the benchmark send their requests ahead.

/** The manners of clients. */
export const MANNERS = {
  'at once': 'all in one write, answers unread',
  unread: 'in groups that the server accepts, answers unread',
  read: 'in groups that the server accepts, the next one after the answers',
} as const;

/** The name of a manner. */
export type Manner = keyof typeof MANNERS;

/** What the program gets as its argument, as JSON. */
export interface PipeliningJob {
  readonly baseUrl: string;
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly manner: Manner;
  readonly connections: number;
  /** On each connection. */
  readonly requests: number;
  readonly seconds: number;
}

/** What the program prints. */
export interface PipeliningSummary {
  readonly sent: number;
  readonly answers: number;
  /** Connections that the server closed. */
  readonly closed: number;
}
