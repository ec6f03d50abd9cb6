// Webhooks in all states that they can have while the registry serves, if its program knows webhooks.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedWebhook } from './recording.ts';
import { type Checkout, helpOf, parseLines, runCommand } from './registry-process.ts';

/** What the receivers answer, by their paths; the last one has disabled its webhook by that. */
const ANSWERS: Readonly<Record<string, number>> = { '/delivered': 204, '/failing': 500, '/gone': 410 };
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** The webhooks of a registry that is being recorded. */
export interface Webhooks {
  /** Waits until each has had an attempt for what it is to be told, and closes the receivers. */
  settle(): Promise<void>;
  /** What the program says about them. */
  list(): RecordedWebhook[];
}

/** Adds webhooks for receivers on loopback; undefined if the program has none. */
export async function addWebhooks(checkout: Checkout): Promise<Webhooks | undefined> {
  if (!helpOf(checkout).includes('webhook add')) return undefined;
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(ANSWERS[request.url ?? ''] ?? 404).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const path of Object.keys(ANSWERS)) {
    const flags = ['--allow-private-addresses', '--allow-insecure', '--json'];
    const only = path === '/delivered' ? [] : ['--scope', '@acme', '--type', 'prime.published'];
    runCommand(checkout, ['webhook', 'add', `http://127.0.0.1:${port}${path}`, ...only, ...flags]);
  }
  const list = (): RecordedWebhook[] =>
    parseLines(runCommand(checkout, ['webhook', 'list', '--json'])) as RecordedWebhook[];
  return {
    list,
    async settle() {
      for (const giveUpAt = Date.now() + PATIENCE_MS; ; await delay(LOOK_EVERY_MS)) {
        const [delivered, failing, gone] = list();
        const isSettled =
          delivered?.behind === 0 && (failing?.failed_attempts ?? 0) > 0 && gone?.state === 'disabled';
        if (isSettled) break;
        if (Date.now() > giveUpAt)
          throw new Error(`the webhooks have not settled: ${JSON.stringify(list())}`);
      }
      server.close();
      server.closeAllConnections();
    },
  };
}
