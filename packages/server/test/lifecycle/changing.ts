// Requests that change the life of a Prime, for tests.
import type { Actor, Answer } from '@prime-registry/testkit';

export const NAME = '@acme/web-style';

/** Sends a change with a JSON body. @param path - behind the name of the Prime */
export function change(
  actor: Actor,
  method: 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  name = NAME,
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return actor.request(`/-/primes/${name}/${path}`, { method, ...(body !== undefined && { body: text }) });
}
