// Unproductive connections: idle ones, and ones that send a request so slowly that it never ends.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const BYTE_EVERY_MS = 1000;
/** Connections opened at once, well below the backlog of a listening socket. */
const AT_ONCE = 50;

/** Connections that are held open. */
export interface HeldConnections {
  /** Closes them. @returns the idle ones that were still open, or the slow ones that the server cut off */
  close(): number;
}

/** Opens connections, sends one request over each, then nothing. */
export async function holdIdle(baseUrl: string, count: number): Promise<HeldConnections> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const opened = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () => open(baseUrl));
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    for (const socket of opened) socket.write('GET /-/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await Promise.all(opened.map((socket) => once(socket, 'data')));
    sockets.push(...opened);
  }
  return {
    close() {
      const left = sockets.filter(({ readyState }) => readyState === 'open').length;
      for (const socket of sockets) socket.destroy();
      return left;
    },
  };
}

/** Keeps this number of connections that send a head at a byte a second. Replaces those that are cut off. */
export function holdSlow(baseUrl: string, count: number): HeldConnections {
  const head = `GET /pack/@bench/slow HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${'a'.repeat(10_000)}`;
  const sockets = new Set<Socket>();
  let cutOff = 0;
  let isClosed = false;
  const openSlow = (): void => {
    if (isClosed) return;
    const socket = open(baseUrl);
    let sent = 0;
    const timer = setInterval(() => socket.write(head[sent++] ?? 'a'), BYTE_EVERY_MS);
    sockets.add(socket);
    socket.once('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      if (isClosed) return;
      cutOff += 1;
      setTimeout(openSlow, BYTE_EVERY_MS).unref();
    });
  };
  for (let opened = 0; opened < count; opened += 1) openSlow();
  return {
    close() {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
      return cutOff;
    },
  };
}

function open(baseUrl: string): Socket {
  const { hostname, port } = new URL(baseUrl);
  // Errors only matter as a closed connection.
  return connect({ host: hostname, port: Number(port) })
    .on('error', () => undefined)
    .resume();
}
