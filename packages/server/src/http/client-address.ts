// Where a request comes from. A proxy in front says so in X-Forwarded-For; anybody can send that header, so it counts only
// as far as it was written by proxies that the operator trusts.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { normalizeAddress } from './ip-address.ts';

/** Tells the address of the client behind a request, normalized; `unknown` when the connection is gone. */
export type FindClientAddress = (request: Pick<IncomingMessage, 'socket' | 'rawHeaders'>) => string;

/** Makes the function. @param trustedProxies - networks as `address/prefix` */
export function createAddressFinder(trustedProxies: readonly string[]): FindClientAddress {
  if (trustedProxies.length === 0) return ({ socket }) => peerOf(socket);
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    trusted.addSubnet(address, Number(prefix), familyOf(address));
  }
  const isTrusted = (address: string): boolean => trusted.check(address, familyOf(address));

  return ({ socket, rawHeaders }) => {
    let address = peerOf(socket);
    if (isIP(address) === 0 || !isTrusted(address)) return address;
    // Each proxy adds at the end whom it got the request from. What stands before an address that is not trusted was
    // that one's to choose.
    for (const entry of listForwarded(rawHeaders).reverse()) {
      const sender = readEntry(entry);
      if (sender === undefined) return address;
      address = sender;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

/** Who is at the other end of a connection, normalized; `unknown` when it is gone. */
export function peerOf({ remoteAddress = '' }: { readonly remoteAddress?: string | undefined }): string {
  // The common case without a closer look.
  if (isIP(remoteAddress) === 4) return remoteAddress;
  return normalizeAddress(remoteAddress) ?? 'unknown';
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function listForwarded(rawHeaders: readonly string[]): string[] {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'x-forwarded-for',
  );
  return values.flatMap((value) => value.split(','));
}

/** An entry is an address; some proxies add the port, and then put IPv6 in brackets. */
function readEntry(entry: string): string | undefined {
  const text = entry.trim();
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return normalizeAddress(host);
}
