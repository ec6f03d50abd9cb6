// Opens the port, and says what to do when that fails.
import type { AddressInfo } from 'node:net';
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import type { RegistryServer } from '../../wiring/build-server.ts';

/** Connections that the kernel accepts in advance: a flood must not make those of others wait for a retry. */
const BACKLOG = 4096;

/**
 * Makes the server listen.
 * @returns the port, chosen by the system if the setting is 0
 * @throws SettingError if the host or port cannot be used
 */
export async function listen({ app }: RegistryServer, { host, port }: ServerSettings): Promise<number> {
  try {
    await app.listen({
      host,
      port,
      backlog: BACKLOG,
      listenTextResolver: (address) => `listening on ${address}`,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new SettingError(`port: ${port} is in use on ${host}; give another, or 0 for any`);
    if (code === 'EACCES') throw new SettingError(`port: this user may not use ${port}; give one above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new SettingError(
        `host: '${host}' is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all`,
      );
    }
    throw error;
  }
  return (app.server.address() as AddressInfo).port;
}
