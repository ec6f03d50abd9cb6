// Changes of the life of a Prime by requests, for tests.
import assert from 'node:assert/strict';
import type { Actor } from '@prime-registry/testkit';

/** Sends a change that must succeed. @param path - behind the name, such as `channels/beta` */
export async function change(
  actor: Actor,
  method: 'PUT' | 'POST' | 'DELETE',
  name: string,
  path: string,
  body?: object,
): Promise<void> {
  const { status, text } = await actor.request(`/-/primes/${name}/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.equal(status, 200, text);
}
