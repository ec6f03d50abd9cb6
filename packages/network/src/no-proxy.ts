// Hosts that are reached without a proxy. There is no standard for `NO_PROXY`; this reads what curl, Go and Node.js
// agree on.
import { BlockList, isIP } from 'node:net';

/** Whether a host, without brackets and in lower case, and a port match. */
export type Exception = (host: string, port: number) => boolean;

/**
 * Parses a list of exceptions with commas or spaces between them: `*`, a name, which includes all names below it, an IP
 * address, or a network such as 10.0.0.0/8; each with or without a port. Other texts match nothing.
 */
export function parseExceptions(text: string): readonly Exception[] {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseException);
}

function parseException(entry: string): Exception {
  const [subject, port] = splitPort(entry.toLowerCase());
  const matches = parseHost(subject);
  return (host, wanted) => (port === undefined || port === wanted) && matches(host);
}

// An IPv6 address has colons itself: with a port it needs brackets.
function splitPort(entry: string): [host: string, port: number | undefined] {
  const parts = /^(?:\[([^\]]*)\]|([^:]*)):(\d{1,5})$/.exec(entry);
  if (parts === null) return [entry.replace(/^\[|\](?=$|\/)/g, ''), undefined];
  return [parts[1] ?? parts[2] ?? '', Number(parts[3])];
}

function parseHost(text: string): (host: string) => boolean {
  if (text === '*') return () => true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family !== 0 && rest.length === 0) return parseNetwork(address, family, prefix);
  const name = text.replace(/^\*?\./, '').replace(/\.$/, '');
  if (name === '') return () => false;
  return (host) => host === name || host.endsWith(`.${name}`);
}

function parseNetwork(
  address: string,
  family: number,
  prefix: string | undefined,
): (host: string) => boolean {
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix);
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32)) return () => false;
  const network = new BlockList();
  network.addSubnet(address, bits, kind);
  return (host) => {
    const hostFamily = isIP(host);
    return hostFamily !== 0 && network.check(host, hostFamily === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Whether the host is this machine, which no proxy can reach. */
export function isLoopback(host: string): boolean {
  const isIPv4Loopback = isIP(host) === 4 && host.startsWith('127.');
  return host === 'localhost' || host.endsWith('.localhost') || isIPv4Loopback || host === '::1';
}
