// A request as the client means it, before anything is decided about how it gets through.
import type { Patience } from './patience.ts';

/** A request to a registry. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base URL, and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | UploadSource;
  readonly signal: AbortSignal | undefined;
}

/** A body that is made anew for every attempt. */
export interface UploadSource {
  /** Opens the body; it tells `patience` whose turn it is. */
  open(patience: Patience): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** What the source of the bytes itself failed with, if it did: that is no failure of the registry. */
  findSourceError(): { readonly error: unknown } | undefined;
}

/** Whether the request changes nothing and so may be repeated. */
export function isRead({ method }: Outgoing): boolean {
  return method === 'GET';
}
