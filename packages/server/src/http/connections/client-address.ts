// The address of the client. A proxy reports it in X-Forwarded-For, but anybody can send that header: only
// entries of trusted proxies count.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createNetworkCheck } from '../../addresses/private-addresses.ts';
import { normalizeAddress } from './ip-address.ts';

/** Finds the address of the client, normalized; `unknown` if the connection is gone. */
export type FindClientAddress = (request: Pick<IncomingMessage, 'socket' | 'rawHeaders'>) => string;

/** Creates the function. @param trustedProxies - networks as `address/prefix` */
export function createAddressFinder(trustedProxies: readonly string[]): FindClientAddress {
  if (trustedProxies.length === 0) return ({ socket }) => peerOf(socket);
  const isTrusted = createNetworkCheck(trustedProxies);

  return ({ socket, rawHeaders }) => {
    let address = peerOf(socket);
    if (isIP(address) === 0 || !isTrusted(address)) return address;
    // Each proxy appends the sender that it saw. Entries before an untrusted address are up to that sender.
    for (const entry of listForwarded(rawHeaders).reverse()) {
      const sender = readEntry(entry);
      if (sender === undefined) return address;
      address = sender;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

/** The peer of a connection, normalized; `unknown` if it is gone. */
export function peerOf({ remoteAddress = '' }: { readonly remoteAddress?: string | undefined }): string {
  // A shortcut for the most common case.
  if (isIP(remoteAddress) === 4) return remoteAddress;
  return normalizeAddress(remoteAddress) ?? 'unknown';
}

function listForwarded(rawHeaders: readonly string[]): string[] {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'x-forwarded-for',
  );
  return values.flatMap((value) => value.split(','));
}

/** An entry is an address. Some proxies add the port, with IPv6 addresses in brackets. */
function readEntry(entry: string): string | undefined {
  const text = entry.trim();
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return normalizeAddress(host);
}
