// One spelling for each IP address, and the part of it that tells one client from another.
import { isIP, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';

/**
 * An address in its usual spelling: IPv6 by RFC 5952 and without a zone, and one that stands for an IPv4 address
 * (RFC 4291, section 2.5.5.2), as a socket for both has it, as IPv4. Undefined for what is no address.
 */
export function normalizeAddress(text: string): string | undefined {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : undefined;
  const withoutZone = text.replace(/%.*$/, '');
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  const rest = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIP(rest) === 4 ? rest : address;
}

/**
 * What a client has of the address space, from a normalized address: of IPv4 the address, of IPv6 the /64. Whoever has one
 * address there has all of them (RFC 4291, section 2.5.4), and could come from another for every request.
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
