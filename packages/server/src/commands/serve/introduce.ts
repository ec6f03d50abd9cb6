// What a server prints on standard output: its address, and the token of its first start.

import type { RegistryStore } from '@prime-registry/store';
import { createToken } from '../../actions/tokens/create-token.ts';
import type { ServerSettings } from '../../config/server-settings.ts';

/**
 * Prints the address, and creates an admin token if there is none, so that somebody can publish. Call it when
 * the server listens.
 */
export async function introduce(
  { host }: ServerSettings,
  port: number,
  store: RegistryStore,
  adminToken: string | undefined,
): Promise<void> {
  process.stdout.write(`prime-registry is listening on ${describeAddress(host, port)}\n`);
  if (adminToken !== undefined || (await store.listTokens()).length > 0) return;
  const request = { name: 'first', permissions: ['admin'] as const, scopes: ['*'] };
  const { secret } = await createToken({ store, now: Date.now }, request);
  process.stdout.write(`Admin token, shown only this once: ${secret}\n`);
}

/** The URL of the server on this machine. */
function describeAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
