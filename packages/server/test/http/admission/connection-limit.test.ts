// The limits of connections: of all clients together, and of each address.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { ConnectionLimit } from '../../../src/http/admission/connection-limit.ts';
import { refuseConnections } from '../../../src/http/connections/node-internals.ts';

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  isDestroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

function watch(limits: { maxConnections: number; maxConnectionsPerAddress: number }, proxy = 'none') {
  const server = new EventEmitter() as unknown as Server;
  const limit = new ConnectionLimit(limits, (address) => address === proxy);
  limit.watch(server);
  /** Opens a connection: `open`, `surplus` (one refusal) or `closed`. */
  const connect = (address: string) => {
    const socket = new FakeSocket(address);
    server.emit('connection', socket);
    const isSurplus = limit.isSurplus(socket as unknown as Socket);
    return { socket, state: socket.isDestroyed ? 'closed' : isSurplus ? 'surplus' : 'open' };
  };
  const connectAll = (count: number, address: string) =>
    Array.from({ length: count }, () => connect(address).state);
  /** Whether a connection would be closed before there is an object for it. */
  const isRefused = (address: string) =>
    (server as unknown as { blockList: { check(address: string): boolean } }).blockList.check(address);
  return { connect, connectAll, isRefused };
}

suite('connections of one address', () => {
  const limits = { maxConnections: 1000, maxConnectionsPerAddress: 3 };

  test('over the limit get a refusal, many more are closed, and other addresses notice nothing', () => {
    const { connectAll } = watch(limits);
    assert.deepEqual(new Set(connectAll(3, '192.0.2.1')), new Set(['open']));
    assert.deepEqual(new Set(connectAll(10, '192.0.2.1')), new Set(['surplus']));
    assert.deepEqual(new Set(connectAll(2000, '192.0.2.1')), new Set(['closed']));
    assert.deepEqual(connectAll(3, '192.0.2.2'), ['open', 'open', 'open']);
  });

  test('are refused without objects when they would be closed', () => {
    const { connect, connectAll, isRefused } = watch(limits, '198.51.100.1');
    connectAll(12, '192.0.2.1');
    assert.ok(!isRefused('192.0.2.1'));
    const { socket } = connect('192.0.2.1');
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1']) assert.ok(isRefused(address), address);
    connectAll(20, '198.51.100.1');
    for (const address of ['192.0.2.2', '127.0.0.1', '::1', '198.51.100.1'])
      assert.ok(!isRefused(address), address);
    socket.destroy();
    assert.ok(!isRefused('192.0.2.1'));
  });

  test('have room again when others close', () => {
    const { connect } = watch(limits);
    const first = connect('192.0.2.1');
    for (let count = 0; count < 2; count += 1) connect('192.0.2.1');
    const fourth = connect('192.0.2.1');
    assert.equal(fourth.state, 'surplus');
    fourth.socket.destroy();
    first.socket.destroy();
    assert.equal(connect('192.0.2.1').state, 'open');
  });

  test('count for the whole /64 of an IPv6 address', () => {
    const { connect } = watch(limits);
    for (const host of ['1', '2', '3']) assert.equal(connect(`2001:db8::${host}`).state, 'open');
    assert.equal(connect('2001:db8::ffff').state, 'surplus');
    assert.equal(connect('2001:db8:0:1::1').state, 'open');
  });

  test('are not limited for this machine, for trusted proxies, and with 0', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '198.51.100.1']) {
      const { connectAll } = watch(limits, '198.51.100.1');
      assert.deepEqual(new Set(connectAll(100, address)), new Set(['open']), address);
    }
    const { connectAll } = watch({ ...limits, maxConnectionsPerAddress: 0 });
    assert.deepEqual(new Set(connectAll(100, '192.0.2.1')), new Set(['open']));
  });
});

test('when strangers have taken all connections and all refusals, this machine still gets one', () => {
  const { connect } = watch({ maxConnections: 200, maxConnectionsPerAddress: 0 });
  const states = Array.from({ length: 500 }, (_, index) => connect(`192.0.2.${index % 250}`).state);
  assert.deepEqual(
    ['open', 'surplus', 'closed'].map((state) => states.filter((each) => each === state).length),
    [200, 100, 200],
  );
  assert.equal(connect('127.0.0.1').state, 'surplus');
});

test('Node.js asks before it accepts a connection', async (t) => {
  const server = createServer((_request, response) => response.end('answered')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked: string[] = [];
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  refuseConnections(server, (address) => asked.push(address) === 2);
  for (const isRefused of [false, true]) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let answered = 0;
    socket.on('data', ({ length }) => {
      answered += length;
    });
    socket.write('GET / HTTP/1.1\r\nHost: registry\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    assert.equal(answered === 0, isRefused);
  }
  assert.deepEqual(asked, ['127.0.0.1', '127.0.0.1']);
  assert.equal(connections, 1);
});
