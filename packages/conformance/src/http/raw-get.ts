// A GET over a bare socket, for a check of the bytes after the head of a 304, which HTTP clients hide.
import net from 'node:net';
import tls from 'node:tls';
import { urlToHttpOptions } from 'node:url';

export interface RawAnswer {
  readonly status: number;
  /** The number of bytes after the head, until the registry closed the connection. */
  readonly bytesAfterHead: number;
}

/**
 * Sends a GET with `Connection: close` and reads until the connection is closed or the signal is aborted.
 * @throws {Error} without a complete head by then
 */
export async function rawGet(
  baseUrl: URL,
  target: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const socket = connect(baseUrl);
  const lines = [`GET ${target} HTTP/1.1`, `Host: ${baseUrl.host}`, 'Connection: close'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve());
    socket.on('error', reject);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
  return parse(Buffer.concat(chunks));
}

function connect(baseUrl: URL): net.Socket {
  const { hostname, port, protocol } = urlToHttpOptions(baseUrl);
  const host = hostname ?? 'localhost';
  if (protocol !== 'https:') return net.connect({ host, port: Number(port ?? 80) });
  // Server Name Indication allows host names only (RFC 6066, section 3).
  const servername = net.isIP(host) === 0 ? host : '';
  return tls.connect({ host, port: Number(port ?? 443), servername });
}

function parse(answer: Buffer): RawAnswer {
  const headEnd = answer.indexOf('\r\n\r\n');
  const status = /^HTTP\/1\.\d (\d{3})/.exec(answer.toString('latin1', 0, 16))?.[1];
  if (headEnd === -1 || status === undefined)
    throw new Error('the connection ended before the answer had a head');
  return { status: Number(status), bytesAfterHead: answer.length - headEnd - 4 };
}
