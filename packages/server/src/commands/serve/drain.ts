// Graceful shutdown of a server.
import type { RegistryServer } from '../../wiring/build-server.ts';

/**
 * Closes the server. In-flight requests, including uploads, are drained until the grace is over or `hurry`
 * resolves.
 */
export async function drain(server: RegistryServer, graceMs: number, hurry: Promise<unknown>): Promise<void> {
  const cutOff = (): void => server.app.server.closeAllConnections();
  const timer = setTimeout(cutOff, graceMs);
  void hurry.then(cutOff);
  await server.close();
  clearTimeout(timer);
}
