// Prints the address of the server on standard output, and the token of its first start.

import type { RegistryStore } from '@prime-registry/store';
import { createFirstToken } from '../../actions/tokens/create-token.ts';
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
  const needsToken = adminToken === undefined && (await store.listTokens()).length === 0;
  const token = needsToken ? describeFirst(await createFirstToken(store)) : '';
  // At once: no line of the log comes between them.
  process.stdout.write(`prime-registry is listening on ${describeAddress(host, port)}\n${token}`);
}

function describeFirst(first: { readonly secret: string } | undefined): string {
  return first === undefined
    ? 'Another process has just created the admin token, and has shown it.\n'
    : `Admin token, shown only this once: ${first.secret}\n`;
}

/** The URL of the server on this machine. */
function describeAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
