// Serves a restored registry with the current program, in the process of the test or in one of its own.
import type { AddressInfo } from 'node:net';
import { Actor, startProcess } from '@prime-registry/testkit';
import { buildServer, DEFAULT_SETTINGS } from 'prime-registry';
import type { RestoredRegistry } from './fixtures.ts';

/** A registry that is served. */
interface ServedRegistry {
  actorWith(token: string): Actor;
  end(): Promise<unknown>;
}

/** Serves a registry. @param upstream - the base URL of its upstream, if it has one */
export type Serve = (registry: RestoredRegistry, upstream: string | undefined) => Promise<ServedRegistry>;

const SCOPES = ['@upstream'];

/** The flags that a command needs in addition to the data folder. */
export function flagsOf({ database }: RestoredRegistry): string[] {
  return database === undefined ? [] : ['--database', database];
}

/** Serves it in this process. */
export const serveHere: Serve = async ({ dataFolder, database }, url) => {
  const upstream = { scopes: SCOPES, token: undefined, timeoutMs: 1000, listMaxAgeMs: 60_000 };
  const settings = {
    ...{ ...DEFAULT_SETTINGS, dataFolder, overloadDelayMs: 0 },
    ...(database !== undefined && { database }),
    ...(url !== undefined && {
      upstreams: [{ ...upstream, url, allowsPrivateAddresses: true, acceptsNotFoundPages: false }],
    }),
  };
  const { app, store, close } = await buildServer(settings, { logStream: { write: () => undefined } });
  // A process rebuilds the search index in the background.
  while ((await store.rebuildSearch()).kind !== 'whole');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { actorWith: (token) => new Actor(`http://127.0.0.1:${port}`, token), end: close };
};

/** Serves it as an operator does. */
export const serveInProcess: Serve = async (registry, url) => {
  const upstream = { url, scopes: SCOPES, 'allow-private-addresses': true, timeout: '1s' };
  const flags = url === undefined ? [] : ['--upstreams', JSON.stringify([upstream])];
  const { actorWith, end } = await startProcess({
    dataFolder: registry.dataFolder,
    flags: [...flagsOf(registry), ...flags],
  });
  return { actorWith, end: () => end('SIGTERM') };
};
