// Arbitrary bytes on a connection: the answer is valid HTTP, and then the connection ends.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, type Target } from '../target.ts';
import { http } from './http.ts';
import { openRegistry } from './registry.ts';

// Longer than the limit of an input, so that a slow answer is reported as slow.
const SILENCE_MS = 5000;

export const wire: Target = {
  name: 'wire',
  weight: 0.7,
  usualBytes: 4096,
  dictionary: [
    ...http.dictionary,
    ' HTTP/1.1\r\n',
    ' HTTP/1.0\r\n',
    '\r\n',
    '\r\n\r\n',
    'Host: x\r\n',
    'Connection: close\r\n',
    'Connection: keep-alive\r\n',
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    '0\r\n\r\n',
    '5\r\nhello\r\n',
    'Expect: 100-continue\r\n',
    'Upgrade: websocket\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01',
  ],
  async open() {
    const { server, checkLog, close } = await openRegistry();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    return {
      async run(input) {
        const answer = await exchange(port, input);
        checkLog();
        const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => status);
        expect(
          answer === '' || answer.startsWith('HTTP/1.1 '),
          `the answer is ${JSON.stringify(answer.slice(0, 100))}`,
        );
        expect(!statuses.some((status) => status?.startsWith('5')), `an answer is ${answer.slice(0, 300)}`);
        return statuses.slice(0, 4).join(' ');
      },
      close,
    };
  },
};

/** Sends the bytes, closes its side, and reads until the end. */
async function exchange(port: number, bytes: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  // The server may reset the connection before it has read everything.
  socket.on('error', () => undefined);
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  socket.end(bytes);
  await once(socket, 'close').catch(() => undefined);
  return received;
}
