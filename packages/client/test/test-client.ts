// Clients for tests: pauses are recorded instead of slept, and failures are checked.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Pace } from '../src/http/pace.ts';
import { RegistryClient } from '../src/registry-client.ts';
import type { ExchangeEvent, RegistryClientOptions } from '../src/registry-client-options.ts';
import { RegistryRequestError } from '../src/registry-request-error.ts';

export const NAME = '@acme/web-style';
/** A token that must only be in the header Authorization. */
export const TOKEN = 'pri_secretSecretSecret';

/** 2026-11-21T09:30:00Z. */
export const NOW_MS = 1_795_253_400_000;

/** A client and its records. */
export interface TestClient {
  readonly client: RegistryClient;
  /** Every pause so far, in milliseconds. */
  readonly pauses: readonly number[];
  readonly events: readonly ExchangeEvent[];
}

/** Creates a client whose random pauses have their full length. */
export function clientOf(
  { baseUrl }: { readonly baseUrl: string },
  options: Partial<RegistryClientOptions> = {},
): TestClient {
  const pauses: number[] = [];
  const events: ExchangeEvent[] = [];
  const pace: Pace = {
    now: () => NOW_MS,
    random: () => 1,
    sleep: async (timeMs) => void pauses.push(timeMs),
  };
  const onExchange = (event: ExchangeEvent): void => void events.push(event);
  const client = new RegistryClient({ baseUrl, token: TOKEN, timeoutMs: 5000, onExchange, ...options }, pace);
  return { client, pauses, events };
}

/**
 * The error of a request that must fail. It names its registry in one or two sentences, without the token.
 */
export async function failureOf(promise: Promise<unknown>): Promise<RegistryRequestError> {
  const error: unknown = await promise.then(
    (value) => assert.fail(`it succeeded with ${inspect(value)}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof RegistryRequestError, inspect(error));
  assert.ok(error.message.startsWith(error.registry), error.message);
  assert.match(error.message, /^[^\n\r]{1,900}[.!?…]$/);
  assert.ok(
    !inspect(error, { depth: Infinity, showHidden: true }).includes(TOKEN),
    'the token is in the error',
  );
  return error;
}

/** Reads a download to its end. */
export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}
