// A receiver of webhooks that verifies what it gets with the reference library of Standard Webhooks.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';

/** A message as it arrived. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a receiver answers. */
export type Answer = (message: Received, response: ServerResponse) => unknown;

/** A receiver on loopback. */
export interface TestReceiver {
  readonly url: string;
  /** In the order of their arrival, refused ones included. */
  readonly messages: Received[];
  /** 204 by default. */
  answer: Answer;
}

/** Starts a receiver that ends with the test. */
export async function startReceiver(t: TestContext): Promise<TestReceiver> {
  const server = createServer((request, response) => void receive(request, response));
  const messages: Received[] = [];
  await listen(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${port}/in`,
    messages,
    answer: (_message, response) => response.writeHead(204).end(),
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = toReceived(request, await readBody(request));
    messages.push(message);
    receiver.answer(message, response);
  };
  return receiver;
}

/** Verifies a message as a receiver does. @throws the error of the library */
export function verify(secret: string, { body, headers }: Received): void {
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
}

/** An answer with a status. */
export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_message, response) => response.writeHead(code, headers).end();
}

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function toReceived({ headers }: IncomingMessage, body: string): Received {
  const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>;
  const texts = headers as Record<string, string>;
  return { id: texts['webhook-id'] ?? '', type, data, body, headers: texts };
}
