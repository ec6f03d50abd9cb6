// Ends of connections.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { watchConnections } from '../../../src/http/connections/connections.ts';

test('the end of a connection formats no stack traces for the requests that wait on it', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  const errors: Promise<unknown>[] = [];
  server.on('request', (request) => {
    errors.push(once(request, 'error').then(([error]) => error));
    if (errors.length === 3) request.socket.destroy();
  });
  watchConnections(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limit = Error.stackTraceLimit;
  const socket = connect(port, '127.0.0.1').resume();
  socket.write('GET / HTTP/1.1\r\nHost: registry\r\n\r\n'.repeat(3));
  await once(socket, 'close');
  for (const error of await Promise.all(errors)) assert.equal((error as Error).stack, 'Error: aborted');
  assert.equal(errors.length, 3);
  assert.equal(Error.stackTraceLimit, limit);
});
