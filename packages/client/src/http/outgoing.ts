// A request before any attempt to send it.
import type { ShapeReader } from '../shapes/read-shape.ts';
import type { Deadline, Patience } from './patience.ts';

export interface Outgoing {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path relative to the base URL, and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | UploadSource;
  readonly signal: AbortSignal | undefined;
  /** The wait that it shares with other requests; undefined for one of its own. */
  readonly deadline?: Deadline | undefined;
  /** Whether a registry may lack this endpoint: then any 404 says so. False by default. */
  readonly isOptional?: boolean;
  /** A secret in the body: no error repeats it. */
  readonly secret?: string | undefined;
  /** Whether a write may be sent again although it may have been carried out, because that changes nothing more. */
  readonly isRepeatable?: boolean;
  /** Most retries; those of the client by default. */
  readonly retries?: number | undefined;
}

/** A body that can be opened again for every attempt. */
export interface UploadSource {
  /** Opens the body; it pauses the timeout of `patience` while it waits for its source. */
  open(patience: Patience): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The error of the body's source, if there was one: it is not a failure of the registry. */
  findSourceError(): { readonly error: unknown } | undefined;
}

/** A request that changes something, with a body in JSON, and how its answer is read. */
export interface Change<T> extends Pick<Outgoing, 'path' | 'signal'> {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly body?: object | undefined;
  /** What the answer is, for messages. */
  readonly what: string;
  readonly read: ShapeReader<T>;
}

export function toOutgoing({ method, path, body, signal }: Omit<Change<unknown>, 'what' | 'read'>): Outgoing {
  const accept = 'application/json, application/problem+json';
  if (body === undefined) return { method, path, signal, headers: { accept } };
  const headers = { accept, 'content-type': 'application/json' };
  return { method, path, signal, headers, body: JSON.stringify(body) };
}

/** Whether the request is safe (RFC 9110, section 9.2.1), so that it may be repeated. */
export function isRead({ method }: Outgoing): boolean {
  return method === 'GET';
}
