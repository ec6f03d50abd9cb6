// Another server on the data folder of a registry, with its own settings, whose work a test can observe.
import type { AddressInfo } from 'node:net';
import { Actor, RawClient } from '@prime-registry/testkit';
import { buildServer, DEFAULT_SETTINGS, type RegistryServer, type ServerSettings } from 'prime-registry';

const ADMIN_TOKEN = 'the-operator-gave-this-one';

/** A running server; the caller closes it. */
export interface ObservedServer extends RegistryServer {
  readonly baseUrl: string;
  readonly anonymous: Actor;
  readonly admin: Actor;
}

/** Starts a server on the folder. */
export async function startServer(
  settings: Pick<ServerSettings, 'dataFolder'> & Partial<ServerSettings>,
): Promise<ObservedServer> {
  const server = await buildServer(
    { ...DEFAULT_SETTINGS, overloadDelayMs: 0, ...settings },
    { adminToken: ADMIN_TOKEN, logStream: { write: () => undefined } },
  );
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  return {
    ...server,
    baseUrl,
    anonymous: new Actor(baseUrl, undefined),
    admin: new Actor(baseUrl, ADMIN_TOKEN),
  };
}

/**
 * How many operations of store and blob store the server has done: a hot read adds none. Without those for the marks
 * next to the tarballs, which a server makes up to seconds after a publish, and those of the metrics themselves.
 */
export async function countStoreWork(actor: Actor): Promise<number> {
  const { status, text } = await actor.get('/-/metrics');
  if (status !== 200) throw new Error(`the metrics were answered with ${status} ${text}`);
  const counts = text.matchAll(
    /^prime_registry_store_duration_seconds_count\{(?!.*"(?:blobs\.\w+Mark|store\.(?:readLogHead|listLogNames|listWebhooks|listWitnesses))").*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/**
 * Sends bytes on a new connection and reads until the server closes it, as Latin-1. Sorts the headers;
 * removes times and ids that the server generated.
 */
export async function exchange(baseUrl: string, bytes: string): Promise<string> {
  const client = await RawClient.connect(baseUrl);
  await client.send(bytes);
  const received = await client.readToEnd();
  const text = received.replaceAll(MADE_ID, 'an-id-of-the-server');
  return text.replaceAll(/(HTTP\/1\.1 .*\r\n)([\s\S]*?\r\n)\r\n/g, (_head, first, headers) => {
    const lines = String(headers)
      .split('\r\n')
      .filter((line) => !/^(date: |$)/i.test(line));
    return `${first}${lines.sort().join('\r\n')}\r\n\r\n`;
  });
}

const MADE_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
