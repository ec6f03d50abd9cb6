// Requests that change something at a registry, with a body in JSON.
import type { ShapeReader } from '../shapes/read-shape.ts';
import type { Outgoing } from './outgoing.ts';

/** A change, and how its answer is read. */
export interface Change<T> extends Pick<Outgoing, 'path' | 'signal'> {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly body?: object | undefined;
  /** What the answer is, for messages. */
  readonly what: string;
  readonly read: ShapeReader<T>;
}

/** The request for a change. */
export function toOutgoing({ method, path, body, signal }: Omit<Change<unknown>, 'what' | 'read'>): Outgoing {
  const accept = 'application/json, application/problem+json';
  if (body === undefined) return { method, path, signal, headers: { accept } };
  const headers = { accept, 'content-type': 'application/json' };
  return { method, path, signal, headers, body: JSON.stringify(body) };
}
