// Normalizes IP addresses, and finds the part that identifies a client.
import { isIP, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';

/**
 * Normalizes an address: IPv6 by RFC 5952 and without a zone, and an IPv4-mapped one (RFC 4291, section
 * 2.5.5.2), as dual-stack sockets report it, as IPv4. Undefined for anything else.
 */
export function normalizeAddress(text: string): string | undefined {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : undefined;
  const withoutZone = text.replace(/%.*$/, '');
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  const rest = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIP(rest) === 4 ? rest : address;
}

/** Whether a normalized address is that of the own machine. */
export function isLoopback(address = ''): boolean {
  return address === '::1' || address.startsWith('127.');
}

/**
 * The network of a client from a normalized address: an IPv4 address, or the /64 of an IPv6 address. Who has
 * one address of a /64 has all of them (RFC 4291, section 2.5.4), and could use another for every request.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const between = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(between, 0)).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
