// The end of a server in good order.
import type { RegistryServer } from '../../wiring/build-server.ts';

/** Closes the server. Running requests, uploads among them, may end within the grace, or until there is hurry. */
export async function drain(server: RegistryServer, graceMs: number, hurry: Promise<unknown>): Promise<void> {
  const cutOff = (): void => server.app.server.closeAllConnections();
  const timer = setTimeout(cutOff, graceMs);
  void hurry.then(cutOff);
  await server.close();
  clearTimeout(timer);
}
